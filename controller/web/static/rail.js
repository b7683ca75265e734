// @ts-check
import { paintCards } from './cards.js';
import { attr, list, make, show, text } from './dom.js';

function place() {
  const label = make('span', 'quiet');
  const cards = make('span', 'cards');
  const node = make('span', 'place', label, cards);
  attr(node, 'role', 'group');
  return {
    node,
    /** @param {import('./types').Cards | null | undefined} held */
    paint(held) {
      show(node, Boolean(held));
      if (!held) return;
      attr(node, 'aria-label', held.label);
      text(label, held.label);
      paintCards(cards, held.cards);
    },
  };
}

/** @returns {import('./types').View<string | {label: string, value: string}>} */
function noteView() {
  const label = make('span');
  const value = make('b');
  return {
    node: make('span', 'note quiet', label, ' ', value),
    paint(note) {
      text(label, typeof note === 'string' ? note : note.label);
      text(value, typeof note === 'string' ? '' : note.value);
    },
  };
}

export function rail() {
  const board = place();
  const dealer = place();
  const notes = make('span', 'notes');
  const node = make('section', 'rail', board.node, dealer.node, notes);
  return {
    node,
    /** @param {import('./types').State} state */
    paint({ rail: now }) {
      show(node, now !== null);
      if (!now) return;
      board.paint(now.board);
      dealer.paint(now.dealer);
      list(notes, now.notes, (_, index) => index, noteView);
    },
  };
}
