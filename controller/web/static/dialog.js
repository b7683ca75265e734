// @ts-check
import { group } from './buttons.js';
import { attr, make, text } from './dom.js';

/** The frame of every sheet and keypad: a title, a line, something in the middle, buttons at the foot.
 * @param {string} kind */
export function dialog(kind) {
  const title = make('h2');
  const detail = make('p', 'detail');
  const body = make('div', 'body');
  const foot = group('foot');
  const node = make('section', `dialog ${kind}`, make('div', 'head', title, detail), body, foot.node);
  attr(node, 'role', 'dialog');
  return {
    node, body, foot,
    /** @param {string} name @param {string} [line] @param {boolean} [wrong] */
    head(name, line = '', wrong = false) {
      attr(node, 'aria-label', name);
      text(title, name);
      text(detail, line);
      detail.classList.toggle('wrong', wrong);
    },
  };
}
