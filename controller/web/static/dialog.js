// @ts-check
import { group } from './buttons.js';
import { attr, make, text } from './dom.js';
import { tap } from './touch.js';

/** The frame of every sheet and keypad: a title, a line, something in the middle, buttons at the foot.
 * @param {string} kind */
export function dialog(kind) {
  const title = make('h2');
  const detail = make('p', 'detail');
  const body = make('div', 'body');
  const foot = group('foot');
  const node = make('section', `dialog ${kind}`, make('div', 'head', title, detail), body, foot.node);
  attr(node, 'role', 'dialog');
  attr(node, 'aria-modal', 'true');
  attr(node, 'tabindex', '-1');
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

/** What lies over each other, the lowest first: only the topmost can be touched. It takes the focus when it opens
 * and gives it back when it goes. @param {HTMLElement[]} all */
export function pile(all) {
  let top = all[0];
  /** @type {Map<HTMLElement, Element | null>} who had the focus when a layer opened */
  const before = new Map();

  return function restack() {
    const focused = document.activeElement;
    const highest = all.filter(layer => !layer.hidden).pop() ?? all[0];
    for (const layer of all) attr(layer, 'inert', layer === highest ? null : '');
    const gone = all.slice(all.indexOf(highest) + 1).filter(layer => before.has(layer));
    if (all.indexOf(highest) > all.indexOf(top)) before.set(highest, focused);
    top = highest;
    const own = highest.querySelector('[role="dialog"]');
    const back = gone.length ? before.get(gone[0]) : null;
    for (const layer of gone) before.delete(layer);
    const wanted = back?.isConnected ? back : highest.contains(document.activeElement) ? null : own;
    if (wanted instanceof HTMLElement) wanted.focus({ preventScroll: true });
  };
}

/** Escape is a touch on the first button at the foot, which leads back. @param {KeyboardEvent} event */
export function escape(event) {
  if (event.key !== 'Escape') return;
  const feet = [...document.querySelectorAll('.dialog > .foot')].filter(foot => !foot.closest('[inert]'));
  tap(feet.pop()?.firstElementChild ?? null);
}
