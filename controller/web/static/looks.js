// @ts-check
import { attr, make, show, style, text } from './dom.js';

/** @param {import('./types').Look} look */
export function wear(look) {
  const root = document.documentElement;
  attr(root, 'lang', look.lang);
  attr(root, 'data-theme', look.theme);
  attr(root, 'data-brightness', String(look.brightness));
  attr(root, 'data-suits', String(look.suits));
  attr(root, 'data-mirror', look.mirror ? 'yes' : null);
  style(root, '--mm', `${look.mm}px`);
}

/** Hatched, because a colour alone would not reach everybody. */
export function banner() {
  const node = make('div', 'banner');
  node.hidden = true;
  return {
    node,
    /** @param {string} words */
    paint(words) {
      show(node, words !== '');
      text(node, words);
    },
  };
}

export function toast() {
  const SHOWN_MS = 4000;
  const node = make('div', 'toast');
  attr(node, 'role', 'alert');
  node.hidden = true;
  let timer = 0;
  return {
    node,
    hide() { show(node, false); },
    /** @param {string} message @param {boolean} [stays] */
    say(message, stays = false) {
      clearTimeout(timer);
      text(node, message);
      show(node, message !== '');
      if (!stays) timer = setTimeout(() => show(node, false), SHOWN_MS);
    },
  };
}
