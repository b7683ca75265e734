// @ts-check
import { dress, list, make, show, text } from './dom.js';
import { sign } from './signs.js';

/** @returns {import('./types').View<{name: string, now: boolean}>} */
function phaseView() {
  const node = make('span');
  return {
    node,
    paint(phase) {
      dress(node, phase.now ? 'phase now' : 'phase');
      text(node, phase.name);
    },
  };
}

/** @returns {import('./types').View<{tone: string, text: string, pulse?: boolean}>} */
function badgeView() {
  const words = make('span');
  const shape = sign();
  const node = make('span', '', shape.node, words);
  return {
    node,
    paint(badge) {
      dress(node, `badge ${badge.tone}`);
      shape.paint(badge.tone, badge.pulse);
      text(words, badge.text);
    },
  };
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
  return {
    node: make('header', 'header', table, round, phases, badges, dealer, clock),
    clock,
    /** @param {import('./types').State} state */
    paint({ header: head }) {
      text(table, head.table);
      text(round, head.round);
      list(phases, head.phases, phase => phase.name, phaseView);
      list(badges, head.badges, badge => badge.text, badgeView);
      text(dealer, head.dealer);
      text(clock, head.clock);
      show(phases, head.phases.length > 0);
      const wanted = JSON.stringify([head.phases, head.badges]);
      if (layout !== wanted) keepInView(phases);
      layout = wanted;
    },
  };
}
