// @ts-check
import { buttonView } from './buttons.js';
import { paintCards } from './cards.js';
import { attr, dress, list, make, style, text } from './dom.js';

const ONE_ROW = 3;  // more cards than this stand in two rows
const WIDE = 6;  // more cards than this leave no room for backs: they are slivers
const ROOMY = 7;  // more boxes than this leave no room for a state beside the number
const LONG = 8;  // a line of more letters is set closer in a narrow box

/** @typedef {import('./types').Box} Box */

/** @returns {import('./types').View<string>} */
function lineView() {
  const node = make('span', 'line');
  return {
    node,
    paint(line) {
      dress(node, line.length > LONG ? 'line tight' : 'line');
      text(node, line);
    },
  };
}

/** @returns {import('./types').View<import('./types').Card[]>} */
function handView() {
  const node = make('div', 'cards');
  return { node, paint: cards => paintCards(node, cards) };
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

/** @param {Box[]} boxes */
const fullest = boxes => Math.max(0, ...boxes.map(box => box.cards.length));

/** All boxes lay their cards out alike: as many columns as the fullest box needs. @param {number} most */
const columns = most => Math.max(2, most <= ONE_ROW ? most : Math.ceil(most / 2));

/** @param {import('./types').Card[]} cards @param {number} wide */
const rows = (cards, wide) => [cards.slice(0, wide), cards.slice(wide)].filter(row => row.length);

/** @returns {import('./types').View<{box: Box, wide: number}>} */
function boxView() {
  const label = make('b');
  const mark = make('span', 'mark');
  const tag = make('span', 'tag');
  const state = make('span', 'quiet state');
  const hand = make('div', 'hand');
  const lines = make('div', 'lines quiet');
  const touch = make('div', 'touch');
  const node = make('section', '', make('div', 'top', label, mark, tag), state, hand, lines, touch);
  attr(node, 'role', 'group');
  return {
    node,
    paint({ box, wide }) {
      dress(node, `box ${box.tone}${box.touch ? ' touchable' : ''}`);
      attr(node, 'aria-label', `Box ${box.box}`);
      text(label, box.label);
      text(mark, box.mark);
      text(tag, box.tag);
      text(state, box.state);
      list(hand, rows(box.cards, wide), (_, index) => index, handView);
      list(lines, box.lines, (_, index) => index, lineView);
      list(touch, box.touch ? [box.touch] : [], () => 'touch', coverView);
    },
  };
}

/** A seat of a pot game says its state on a bar of its own: number, button and blind already fill the top. @param {Box[]} boxes */
const seats = boxes => boxes.length > ROOMY || boxes.some(box => box.tag !== undefined);

/** @param {Box[]} boxes @param {number} most */
function looks(boxes, most) {
  const asked = { 'two-rows': most > ONE_ROW, slivers: most > WIDE, seats: seats(boxes) };
  return ['boxes', ...Object.entries(asked).filter(([, wanted]) => wanted).map(([name]) => name)].join(' ');
}

export function boxes() {
  const node = make('div', 'boxes');
  return {
    node,
    /** @param {import('./types').State} state */
    paint({ boxes: now }) {
      const most = fullest(now);
      const wide = columns(most);
      dress(node, looks(now, most));
      style(node, '--columns', String(wide));
      list(node, now.map(box => ({ box, wide })), item => item.box.box, boxView);
    },
  };
}
