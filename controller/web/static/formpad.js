// @ts-check
// Several things that are typed or chosen together. What they may be, the daemon says.
import { attr, make } from './dom.js';

/** @typedef {import('./types').Field} Field */
/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Control */

/** @type {Record<string, Record<string, string>>} */
const INPUTS = {
  text: { type: 'text', autocomplete: 'off' },
  number: { type: 'number', min: '1', step: '1', inputmode: 'numeric' },
  amount: { type: 'number', min: '0', step: '0.01', inputmode: 'decimal' },
  yes: { type: 'checkbox' },
  moment: { type: 'datetime-local' },
};

/** @param {Field} field @returns {Control} */
function control(field) {
  if (field.kind === 'choice') return choice(field);
  if (field.kind === 'lines') {
    const lines = /** @type {HTMLTextAreaElement} */ (make('textarea'));
    attr(lines, 'maxlength', String(field.longest));
    attr(lines, 'rows', '10');
    return lines;
  }
  const input = /** @type {HTMLInputElement} */ (make('input'));
  for (const [name, value] of Object.entries(INPUTS[field.kind])) attr(input, name, value);
  if (field.kind === 'text') attr(input, 'maxlength', String(field.longest));
  return input;
}

/** @param {Field} field */
function choice(field) {
  const select = /** @type {HTMLSelectElement} */ (make('select'));
  const first = field.options.length === 1 ? [] : [{ value: '', label: '' }];
  for (const { value, label } of [...first, ...field.options]) {
    const option = make('option', '', label);
    attr(option, 'value', value);
    select.append(option);
  }
  return select;
}

/** @param {Control} made */
const said = made => (made instanceof HTMLInputElement && made.type === 'checkbox' ? made.checked : made.value);

/** @param {import('./types').FormAsk} ask @param {import('./keypads').Around} around @returns {import('./keypads').Pad} */
export function formPad(ask, around) {
  const fields = ask.fields.map(field => {
    const made = control(field);
    if (field.value) made.value = field.value;
    made.addEventListener('input', around.changed);
    const hint = make('small', 'quiet', field.hint);
    return { field, made, node: make('label', `field ${field.kind}`, make('span', '', field.label, ' ', hint), made) };
  });
  return {
    node: make('div', 'fields', ...fields.map(one => one.node)),
    refresh() {},
    complete: () => fields.every(({ field, made }) => !field.needed || said(made) !== ''),
    adds: () => ({ said: Object.fromEntries(fields.map(({ field, made }) => [field.name, said(made)])) }),
    clear() {},  // what was refused is mended, not typed anew
    begin() { fields[0]?.made.focus(); },
  };
}
