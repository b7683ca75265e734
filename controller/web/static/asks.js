// @ts-check
// The dialog between a touch and what is sent for it. It lives only as long as its button means the same.
import { dialog } from './dialog.js';
import { make } from './dom.js';
import { PADS } from './keypads.js';
import { isScanned, meaning } from './touch.js';
import { words } from './words.js';

/** @typedef {import('./types').Button} Button */

/** Every button of a state, wherever it stands. @param {any} part @returns {Button[]} */
function buttonsIn(part) {
  if (part === null || typeof part !== 'object') return [];
  if (typeof part.act === 'string' && typeof part.id === 'string') return [part];
  return Object.values(part).flatMap(buttonsIn);
}

/** A field takes its keys itself. @param {EventTarget | null} target */
const typesInto = target => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** The button that this one has become in another state. @param {object} state @param {Button} button */
export const nowOf = (state, button) => buttonsIn(state).find(other => other.id === button.id);

/** @param {{send: (button: Button, args: object) => string, gone: () => void, toggled: () => void, accepted: (button: Button) => void}} on */
export function asks(on) {
  const node = make('div', 'layer asks');
  node.hidden = true;
  /** @type {{button: Button, pad: import('./keypads').Pad, frame: ReturnType<typeof dialog>, sent: string, wrong: string} | null} */
  let open = null;
  /** @type {{sent: string, button: Button} | null} closed by the state that its answer has made */
  let overtaken = null;

  function close() {
    open = null;
    node.hidden = true;
    node.replaceChildren();
    on.toggled();
  }

  function cancel() {
    if (open && !open.pad.backward?.()) close();
  }

  function done() {
    if (!open || !open.pad.complete()) return;
    open.wrong = '';
    if (open.pad.forward?.()) return;
    open.sent = on.send(open.button, { ...open.button.args, ...open.pad.adds() });
  }

  function refresh() {
    if (!open) return;
    const { frame, pad, button, wrong } = open;
    const trouble = wrong || pad.trouble?.() || '';
    frame.head(button.ask?.title ?? button.label, trouble || pad.told?.() || '', Boolean(trouble));
    pad.refresh();
    const ok = { id: 'ok', label: words.ok, tone: 'next', enabled: pad.complete(), run: done };
    frame.foot.paint([{ id: 'cancel', label: words.cancel, run: cancel }, ...(pad.single ? [] : [ok])]);
  }

  function changed() {
    if (open) open.wrong = '';
    refresh();
  }

  /** A badge scanner is a keyboard that types digits and Enter. A person's Enter presses what has the focus, if a key has it.
   * @param {KeyboardEvent} event */
  function typed(event) {
    if (!open || node.inert) return;
    if (typesInto(event.target)) {
      if (event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      done();
      return;
    }
    const { key, rub } = open.pad;
    const enters = isScanned(event) ? key : !(document.activeElement instanceof HTMLButtonElement);
    if (/^\d$/.test(event.key)) key?.(event.key);
    else if (event.key === 'Backspace') rub?.();
    else if (event.key === 'Enter' && enters) done();
    else return;
    event.preventDefault();
  }
  document.addEventListener('keydown', typed);

  return {
    node,
    close,
    isOpen: () => open !== null,
    /** @param {Button} button @param {string} lang */
    open(button, lang) {
      if (!button.ask) return;
      const pad = PADS[button.ask.kind](button.ask, { changed, done, lang });
      const frame = dialog(`ask ${button.ask.kind}${pad.beside ? ' with-pad' : ''}`);
      frame.body.append(pad.node);
      open = { button, pad, frame, sent: '', wrong: '' };
      node.replaceChildren(frame.node);
      node.hidden = false;
      refresh();
      on.toggled();
      pad.begin?.();
    },
    /** @param {object} state */
    paint(state) {
      if (!open) return;
      const wanted = meaning(open.button);
      const same = buttonsIn(state).find(button => button.enabled !== false && meaning(button) === wanted);
      if (same) {
        open.button = same;
        refresh();
        return;
      }
      const { sent, button } = open;
      close();
      if (sent) overtaken = { sent, button };
      else on.gone();
    },
    /** True when the answer belonged here. @param {import('./types').Reply} reply */
    answered(reply) {
      const before = overtaken;
      overtaken = null;
      if (before?.sent === reply.id && reply.ok) on.accepted(before.button);
      if (!open || open.sent !== reply.id) return false;
      open.sent = '';
      if (reply.ok) {
        const { button } = open;
        close();
        on.accepted(button);
        return true;
      }
      open.pad.clear();
      open.wrong = reply.message;
      refresh();
      return true;
    },
  };
}
