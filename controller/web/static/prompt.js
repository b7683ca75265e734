// @ts-check
import { buttonView } from './buttons.js';
import { attr, dress, list, make, show, text } from './dom.js';
import { sign } from './signs.js';

const LAST_S = 10;  // of somebody's time: from here on it is said loudly

export function prompt() {
  const shape = sign();
  const title = make('span');
  const detail = make('p');
  const left = make('span');
  const hurry = sign();
  const seconds = make('b', 'seconds', hurry.node, left);
  const rule = make('div', 'rule');
  const words = make('div', 'words', make('h1', '', shape.node, title), detail);
  attr(words, 'role', 'status');
  const node = make('section', 'prompt', words, seconds, rule);
  let ends = 0;

  function count() {
    const now = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    const short = !seconds.hidden && now <= LAST_S;
    text(left, now);
    dress(seconds, short ? 'seconds short' : 'seconds');
    hurry.paint(short ? 'attention' : '');
  }
  setInterval(count, 200);

  return {
    node,
    waits: rule,
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
