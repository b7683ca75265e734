// @ts-check
// What every screen begins with, and the whole of one that is only read: states painted by parts, and a banner.
import { attr, make } from './dom.js';
import { connect } from './link.js';
import { banner, wear } from './looks.js';
import { learn } from './words.js';

/**
 * @typedef {object} Part
 * @property {HTMLElement} node
 * @property {(state: any) => void} paint
 * @property {(beat: {clock: string, at: string}) => void} [beat]
 * @property {HTMLElement} [waits]  what of it cannot be touched while something is open
 * @property {(why: string) => void} [lost]
 * @property {() => void} [found]
 */

/** @param {string} role @param {HTMLElement} main @param {Part[]} parts
 * @param {Partial<Parameters<typeof connect>[1]>} [on]  what else is to be done */
export function display(role, main, parts, on = {}) {
  const simulated = banner();
  main.classList.add('blank');
  const stage = make('div', 'stage', main);
  document.body.append(simulated.node, stage);

  const link = connect(role, {
    screen(now) {
      learn(now.words);
      wear(now.look);
      simulated.paint(now.banner);
      main.classList.remove('blank');
      for (const part of parts) part.paint(now);
      on.screen?.(now);
      attr(document.documentElement, 'data-seq', String(now.seq));  // painted: what a test or a stopwatch waits for
    },
    beat(beat) {
      for (const part of parts) part.beat?.(beat);
      on.beat?.(beat);
    },
    reply: reply => on.reply?.(reply),
    lost(why) {
      for (const part of parts) part.lost?.(why);
      on.lost?.(why);
    },
    found() {
      for (const part of parts) part.found?.();
      on.found?.();
    },
  });
  return { link, stage };
}
