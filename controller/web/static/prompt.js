// @ts-check
import { buttonView } from './buttons.js';
import { attr, dress, list, make, show, text } from './dom.js';
import { sign } from './signs.js';

export function prompt() {
  const shape = sign();
  const title = make('span');
  const detail = make('p');
  const seconds = make('b', 'seconds');
  const rule = make('div', 'rule');
  const words = make('div', 'words', make('h1', '', shape.node, title), detail);
  attr(words, 'role', 'status');
  const node = make('section', 'prompt', words, seconds, rule);
  let ends = 0;

  function count() {
    if (!seconds.hidden) text(seconds, Math.max(0, Math.ceil((ends - performance.now()) / 1000)));
  }
  setInterval(count, 200);

  return {
    node,
    /** @param {import('./types').State} state */
    paint({ prompt: now }) {
      dress(node, `prompt ${now.tone}`);
      shape.paint(now.tone, now.pulse);
      text(title, now.title);
      text(detail, now.detail);
      list(rule, now.rule ? [now.rule] : [], () => 'rule', () => buttonView());
      show(seconds, typeof now.seconds === 'number');
      ends = performance.now() + (now.seconds ?? 0) * 1000;
      count();
    },
  };
}
