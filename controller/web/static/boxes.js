// @ts-check
import { buttonView } from './buttons.js';
import { paintCards } from './cards.js';
import { attr, dress, list, make, style, text } from './dom.js';

const ONE_ROW = 3;  // more cards than this stand in two rows

/** @returns {import('./types').View<string>} */
function lineView() {
  const node = make('span', 'line');
  return { node, paint: line => text(node, line) };
}

/** A finger anywhere on the box. @returns {import('./types').View<import('./types').Button>} */
function coverView() {
  const view = buttonView('whole');
  return {
    node: view.node,
    paint(button, index) {
      view.paint({ ...button, label: '', place: undefined }, index);
      attr(view.node, 'aria-label', button.label);
    },
  };
}

/** @returns {import('./types').View<import('./types').Box>} */
function boxView() {
  const label = make('b');
  const mark = make('span', 'mark');
  const state = make('span', 'quiet state');
  const cards = make('div', 'cards');
  const lines = make('div', 'lines quiet');
  const touch = make('div', 'touch');
  const node = make('section', '', make('div', 'top', label, mark, state), cards, lines, touch);
  attr(node, 'role', 'group');
  return {
    node,
    paint(box) {
      dress(node, `box ${box.tone}${box.touch ? ' touchable' : ''}`);
      attr(node, 'aria-label', `Box ${box.box}`);
      text(label, box.label);
      text(mark, box.mark);
      text(state, box.state);
      paintCards(cards, box.cards);
      list(lines, box.lines, (_, index) => index, lineView);
      list(touch, box.touch ? [box.touch] : [], () => 'touch', coverView);
    },
  };
}

/** All boxes lay their cards out alike: as many columns as the fullest box needs. @param {import('./types').Box[]} boxes */
function columns(boxes) {
  const most = Math.max(2, ...boxes.map(box => box.cards.length));
  return most <= ONE_ROW ? most : Math.ceil(most / 2);
}

export function boxes() {
  const node = make('div', 'boxes');
  return {
    node,
    /** @param {import('./types').State} state */
    paint({ boxes: now }) {
      const most = Math.max(0, ...now.map(box => box.cards.length));
      dress(node, `boxes${most > ONE_ROW ? ' two-rows' : ''}`);
      style(node, '--columns', String(columns(now)));
      list(node, now, box => box.box, boxView);
    },
  };
}
