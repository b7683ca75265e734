// @ts-check
import { attr, dress, list, make, shape, text } from './dom.js';
import { carry } from './touch.js';

/** @typedef {import('./types').Button} Button */

/** @type {Record<string, string>} */
const ICONS = {
  up: 'M50 18 92 78H8Z',
  down: 'M50 82 8 22H92Z',
  space: 'M8 52H18V72H82V52H92V82H8Z',
  rub: 'M32 16H96V84H32L4 50ZM48 34 42 40 53 50 42 60 48 66 58 56 69 66 75 60 64 50 75 40 69 34 58 44Z',
};

/** @param {string} [kind] @returns {import('./types').View<Button>} */
export function buttonView(kind = '') {
  const label = make('span', 'label');
  const node = make('button', '', label);
  attr(node, 'type', 'button');
  return {
    node,
    paint(button) {
      const grip = ['down', 'holding'].filter(name => node.classList.contains(name)).join(' ');
      const classes = ['button', kind, button.tone ?? 'plain', button.hold_ms ? 'hold' : '', grip];
      if (kind === 'actions' || kind === 'fixed') classes.push(`place-${button.place}`);  // elsewhere buttons simply follow each other
      dress(node, classes.filter(Boolean).join(' '));
      if (button.icon) paintIcon(node, button);
      else text(label, button.label);
      attr(node, 'disabled', button.enabled === false ? '' : null);
      carry(node, button);
    },
  };
}

/** @param {HTMLElement} node @param {Button} button */
function paintIcon(node, button) {
  attr(node, 'aria-label', button.label);
  if (!node.querySelector('svg')) node.append(shape('icon', ICONS[button.icon ?? '']));
}

/** Six columns. A column keeps its node, so what changes under a finger is known to have changed.
 * @param {'actions' | 'fixed'} kind @param {string} label */
export function row(kind, label) {
  const node = make('div', `row ${kind}`);
  attr(node, 'role', 'group');
  attr(node, 'aria-label', label);
  return {
    node,
    /** @param {Record<'actions' | 'fixed', Button[]>} state */
    paint(state) {
      const placed = state[kind].map((button, index) => ({ ...button, place: kind === 'fixed' ? index : button.place ?? index }));
      list(node, placed, button => button.place, () => buttonView(kind));
    },
  };
}

/** Buttons that simply follow each other. @param {string} classes */
export function group(classes) {
  const node = make('div', classes);
  return {
    node,
    /** @param {Button[]} buttons */
    paint(buttons) {
      list(node, buttons.map(button => ({ ...button, place: undefined })), button => button.id, () => buttonView());
    },
  };
}
