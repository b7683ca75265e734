// @ts-check
import { paintCards } from './cards.js';
import { attr, dress, fit, list, make, show, text } from './dom.js';

/** @typedef {import('./types').Pot} Pot */

const IN_ONE_COLUMN = 3;  // more pots than this stand in two columns
const WAYS = ['', ' brief', ' brief sums-only'];  // brief: nobody needs to be told that those cards are the board

function place() {
  const label = make('span', 'quiet name');
  const cards = make('span', 'cards');
  const node = make('span', 'place', label, cards);
  attr(node, 'role', 'group');
  return {
    node,
    /** @param {import('./types').Cards | null | undefined} held */
    paint(held) {
      show(node, Boolean(held));
      if (!held) return;
      dress(node, held.tone === 'next' ? 'place next' : 'place');
      attr(node, 'aria-label', held.label);
      text(label, held.label);
      paintCards(cards, held.cards);
    },
  };
}

/** @returns {import('./types').View<Pot>} */
function potView() {
  const label = make('span', 'quiet');
  const value = make('b');
  const detail = make('span', 'quiet detail');
  return {
    node: make('span', 'pot', label, value, detail),
    paint(pot) {
      text(label, pot.label);
      text(value, pot.value);
      text(detail, pot.detail);
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
  const pots = make('span', 'pots');
  const notes = make('span', 'notes');
  const node = make('section', 'rail', board.node, pots, dealer.node, notes);
  let painted = '';

  /** Who plays for which pot is left out where there is no room; the sums never are. @param {Pot[] | undefined} now */
  function squeeze(now) {
    const look = now ? 'rail with-pots' : 'rail';
    if (now) fit(node, WAYS, way => dress(node, look + way));
    else dress(node, look);
  }

  return {
    node,
    /** @param {import('./types').State} state */
    paint({ rail: now, look }) {
      show(node, now !== null);
      if (!now) return;
      board.paint(now.board);
      dealer.paint(now.dealer);
      list(pots, now.pots ?? [], (_, index) => index, potView);
      dress(pots, (now.pots ?? []).length > IN_ONE_COLUMN ? 'pots two' : 'pots');
      list(notes, now.notes, (_, index) => index, noteView);
      const wanted = JSON.stringify([now.pots, now.notes, now.board?.cards.length, look.mm]);
      if (painted !== wanted) squeeze(now.pots);
      painted = wanted;
    },
  };
}
