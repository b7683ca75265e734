// @ts-check
// Colour never speaks alone: attention is a triangle, a fault is a square.
import { attr, shape } from './dom.js';

/** @type {Record<string, string>} */
const PATHS = { attention: 'M50 8 96 90H4Z', fault: 'M10 10H90V90H10Z' };

export function sign() {
  const node = shape('sign', '');
  return {
    node,
    /** @param {string} [tone] @param {boolean} [pulse] */
    paint(tone, pulse = false) {
      const path = PATHS[tone ?? ''] ?? '';
      attr(node, 'class', `sign${path ? '' : ' none'}${pulse ? ' pulse' : ''}`);
      attr(/** @type {Element} */ (node.firstChild), 'd', path);
    },
  };
}
