// @ts-check
import { attr, dress, fit, list, make, show, text } from './dom.js';
import { sign } from './signs.js';

/** @typedef {{name: string, now: boolean}} Phase */

/** @param {string} name */
const firstWord = name => name.split(' ')[0];

/** "Bet 2" after "Bet 1" is "2". @param {Phase} phase @param {Phase | undefined} before */
function shortly(phase, before) {
  const [first, ...others] = phase.name.split(' ');
  const follows = others.length > 0 && before !== undefined && firstWord(before.name) === first;
  return phase.now || !follows ? phase.name : others.join(' ');
}

/** How far a phase is from the one that is on. @param {number} index @param {Phase[]} all */
const ahead = (index, all) => index - all.findIndex(one => one.now);

/** How a phase is written, the longest way first: in full; without what the one before it said; as a dot, if it is not near.
 * @type {Record<string, (phase: Phase, index: number, all: Phase[]) => string>} */
const WAYS = {
  full: phase => phase.name,
  short: (phase, index, all) => shortly(phase, all[index - 1]),
  neighbours: (phase, index, all) => (Math.abs(ahead(index, all)) <= 1 ? phase.name : ''),
  next: (phase, index, all) => ([0, 1].includes(ahead(index, all)) ? phase.name : ''),
  alone: phase => (phase.now ? phase.name : ''),
};

/** @returns {import('./types').View<{phase: Phase, shown: string, past: boolean}>} */
function phaseView() {
  const node = make('span');
  return {
    node,
    paint({ phase, shown, past }) {
      const dot = shown ? '' : ' dot';
      dress(node, `phase${phase.now ? ' now' : ''}${past ? ' past' : ''}${dot}`);
      attr(node, 'aria-label', phase.name);
      text(node, shown);
    },
  };
}

/** A time that runs does so from when the badge is first seen.
 * @returns {import('./types').View<import('./states').Badge>} */
function badgeView() {
  const words = make('span');
  const left = make('span', 'left-s');
  const shape = sign();
  const node = make('span', '', shape.node, words, left);
  const seen = performance.now();
  return {
    node,
    paint(badge) {
      dress(node, `badge ${badge.tone}`);
      shape.paint(badge.tone, badge.pulse);
      text(words, badge.text);
      const ends = badge.seconds === undefined ? '' : String(seen + badge.seconds * 1000);
      attr(node, 'data-ends', ends || null);
      count(node);
    },
  };
}

/** @param {Element} badge */
function count(badge) {
  const ends = badge.getAttribute('data-ends');
  const left = badge.querySelector('.left-s');
  if (left instanceof HTMLElement) text(left, ends ? ` ${Math.max(0, Math.ceil((Number(ends) - performance.now()) / 1000))} s` : '');
}

/** More phases than fit: the current one is in view. @param {HTMLElement} phases */
function keepInView(phases) {
  const now = /** @type {HTMLElement | null} */ (phases.querySelector('.now'));
  if (now) phases.scrollLeft = now.offsetLeft + now.offsetWidth - phases.offsetLeft - phases.clientWidth;
}

export function header() {
  const table = make('b', 'table');
  const round = make('span', 'quiet');
  const phases = make('span', 'phases');
  const badges = make('span', 'badges');
  const dealer = make('span', 'quiet');
  const clock = make('b', 'clock');
  let layout = '';
  setInterval(() => badges.querySelectorAll('[data-ends]').forEach(count), 500);

  /** @param {Phase[]} now @param {string} way */
  function write(now, way) {
    const at = now.findIndex(phase => phase.now);
    const items = now.map((phase, index) => ({ phase, shown: WAYS[way](phase, index, now), past: index < at }));
    list(phases, items, item => item.phase.name, phaseView);
  }

  return {
    node: make('header', 'header', table, round, phases, badges, dealer, clock),
    /** @param {{clock: string}} beat */
    beat: beat => text(clock, beat.clock),
    /** @param {import('./types').State} state */
    paint({ header: head, look }) {
      text(table, head.table);
      text(round, head.round);
      list(badges, head.badges, badge => badge.id ?? badge.text, badgeView);
      text(dealer, head.dealer);
      text(clock, head.clock);
      show(phases, head.phases.length > 0);
      const wanted = JSON.stringify([head.table, head.round, head.phases, head.badges, head.dealer, look.mm]);
      if (layout === wanted) return;
      fit(phases, Object.keys(WAYS), way => write(head.phases, way));
      keepInView(phases);
      layout = wanted;
    },
  };
}
