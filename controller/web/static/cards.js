// @ts-check
// Our own faces: the rank above one big suit. A face-down card is the same nodes whatever the card.
import { attr, dress, list, make, shape, text } from './dom.js';

/** @type {Record<string, string>} */
export const SUITS = {
  s: 'M50 5C61 28 92 41 92 64c0 11-8 19-18 19-8 0-15-4-19-11 1 11 5 18 12 23H33c7-5 11-12 12-23-4 7-11 11-19 11C16 83 8 75 8 64 8 41 39 28 50 5Z',
  h: 'M50 94C21 68 6 50 6 31 6 17 16 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c12 0 22 10 22 24 0 19-15 37-44 63Z',
  d: 'M50 4 86 50 50 96 14 50Z',
  k: 'M50 4 61 38 97 38 68 59 79 94 50 73 21 94 32 59 3 38 39 38Z', // the joker's star; the card is "Jk"
  c: 'M50 5a22 22 0 0 1 18 35 22 22 0 1 1-13 32c1 10 4 17 11 23H34c7-6 10-13 11-23a22 22 0 1 1-13-32A22 22 0 0 1 50 5Z',
};
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs', k: 'Joker' };
/** @type {Record<string, string>} */
const RANK_NAMES = {
  A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: 'ten', 9: 'nine', 8: 'eight', 7: 'seven', 6: 'six', 5: 'five',
  4: 'four', 3: 'three', 2: 'two',
};
export const RANKS = [...'AKQJT98765432'];

/** @param {string} rank */
export const rankText = rank => (rank === 'T' ? '10' : rank);

export const JOKER = 'Jk';

/** @param {string} suit */
export const suitName = suit => SUIT_NAMES[suit];

/** @param {import('./types').Card} card */
function name(card) {
  if (card.slot) return 'no card yet';
  if (!card.up || !card.face) return 'face down';
  if (card.face === JOKER) return 'joker';
  return `${RANK_NAMES[card.face[0]]} of ${SUIT_NAMES[card.face[1]]}`;
}

/** @param {import('./types').Card} card */
function side(card) {
  if (card.slot) return 'slot';
  return card.up ? `up suit-${card.face?.[1]}` : 'back';
}

/** @returns {import('./types').View<import('./types').Card>} */
export function cardView() {
  const rank = make('span', 'rank');
  const suit = shape('suit', '');
  const node = make('span', '');
  attr(node, 'role', 'img');
  return {
    node,
    paint(card) {
      dress(node, `card ${side(card)}${card.mark ? ` mark-${card.mark}` : ''}${card.face?.[0] === 'T' ? ' ten' : ''}`);
      attr(node, 'aria-label', name(card));
      if (card.up && card.face) {
        text(rank, card.face === JOKER ? '' : rankText(card.face[0]));
        attr(/** @type {Element} */ (suit.firstChild), 'd', SUITS[card.face[1]]);
        if (!rank.parentNode) node.append(rank, suit);
      } else {
        node.replaceChildren();
      }
    },
  };
}

/** @param {Element} parent @param {import('./types').Card[]} cards */
export function paintCards(parent, cards) {
  list(parent, cards, card => card.id, cardView);
}
