// @ts-check
// What lies over the table, whatever is open: lost, locked, being cleaned.
import { buttonView } from './buttons.js';
import { attr, list, make, show, text } from './dom.js';
import { sign } from './signs.js';
import { say, words } from './words.js';

const CLEAN_S = 30;

/** @param {string} classes */
function veil(classes) {
  const shape = sign();
  const title = make('span');
  const detail = make('p');
  const more = make('p');
  const touch = make('div', 'touch');
  const node = make('div', `layer veil ${classes}`, make('h1', '', shape.node, title), detail, more, touch);
  node.hidden = true;
  return {
    node, shape, touch,
    /** @param {string} name @param {string} line @param {string} [last] */
    say(name, line, last = '') {
      text(title, name);
      text(detail, line);
      text(more, last);
    },
  };
}

export function lostScreen() {
  const over = veil('lost');
  attr(over.node, 'role', 'alert');
  over.shape.paint('fault');
  return {
    node: over.node,
    /** @param {string} at @param {string} why */
    open(at, why) {
      const name = why === 'disk' ? 'disk' : 'lost';
      const detail = at ? say(`${name}_detail`, { at }) : words[`${name}_detail`].split('. ')[0];
      over.say(words[`${name}_title`], why === 'refused' ? words.refused : detail, words.lost_again);
      show(over.node, true);
    },
    close() { show(over.node, false); },
    isOpen: () => !over.node.hidden,
  };
}

/** @param {() => void} toggled */
export function cleaning(toggled) {
  const over = veil('clean');
  let left = 0;
  let timer = 0;

  function stop() {
    clearInterval(timer);
    if (over.node.hidden) return;
    show(over.node, false);
    toggled();
  }

  function tell() {
    over.say(words.clean_title, say('clean_detail', { seconds: left }));
    if (left-- <= 0) stop();
  }

  return {
    node: over.node,
    stop,
    isOpen: () => !over.node.hidden,
    start() {
      left = CLEAN_S;
      clearInterval(timer);
      timer = setInterval(tell, 1000);
      show(over.node, true);
      tell();
      toggled();
    },
  };
}

/** Locked: one button as large as the table. @param {() => void} toggled */
export function cover(toggled) {
  const over = veil('cover');
  /** @returns {import('./types').View<import('./types').Button>} */
  const whole = () => {
    const view = buttonView('whole');
    return {
      node: view.node,
      paint(button, index) {
        view.paint({ ...button, label: '' }, index);
        attr(view.node, 'aria-label', button.label);
      },
    };
  };
  return {
    node: over.node,
    isOpen: () => !over.node.hidden,
    /** @param {{cover?: import('./types').State['cover']}} state */
    paint({ cover: now = null }) {
      const before = !over.node.hidden;
      show(over.node, Boolean(now));
      if (now) {
        over.say(now.title, now.detail);
        over.shape.paint();
      }
      list(over.touch, now ? [now.touch] : [], () => 'cover', whole);
      if (before !== Boolean(now)) toggled();
    },
  };
}
