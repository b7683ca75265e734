"""What a ruler and a light meter would say about the page; each returns sentences of complaint."""

from __future__ import annotations

from playwright.sync_api import Page

CONTROLS = """(mm) => {
  const shown = node => node.checkVisibility({ visibilityProperty: true }) && !node.closest('[inert]');
  const found = [...document.querySelectorAll('button:not(:disabled)')].filter(shown)
    .map(node => ({ node, name: node.ariaLabel || node.textContent, area: node.getBoundingClientRect() }));
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const wrong = [];
  for (const { node, name, area } of found) {
    const [wide, high] = [area.width / mm, area.height / mm];
    if (wide < 14.99 || high < 14.99) wrong.push(`${name}: ${wide.toFixed(1)} x ${high.toFixed(1)} mm`);
    if (node.matches('.next, .key') && !node.closest('.letters') && wide < 19.9)
      wrong.push(`${name}: only ${wide.toFixed(1)} mm wide`);
    if (area.left < stage.left - 0.5 || area.right > stage.right + 0.5
        || area.top < stage.top - 0.5 || area.bottom > stage.bottom + 0.5)
      wrong.push(`${name}: not wholly on the screen`);
    const spots = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9]];
    const under = ([x, y]) =>
      document.elementFromPoint(area.left + x * area.width, area.top + y * area.height);
    if (!spots.every(spot => node.contains(under(spot))))
      wrong.push(`${name}: covered`);
    if (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
      wrong.push(`${name}: label does not fit`);
  }
  for (const one of found) for (const two of found) {
    if (one === two) break;
    const across = Math.max(one.area.left - two.area.right, two.area.left - one.area.right);
    const along = Math.max(one.area.top - two.area.bottom, two.area.top - one.area.bottom);
    const apart = Math.max(across, along) / mm;
    if (apart < 1.95) wrong.push(`${one.name} / ${two.name}: ${apart.toFixed(2)} mm apart`);
  }
  for (const node of [...document.querySelectorAll('button:disabled')].filter(shown))
    if (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
      wrong.push(`${node.textContent}: label does not fit`);
  return wrong;
}"""

TEXTS = """(mm) => {
  const CAP = 0.714;  // height of a capital in the panel's typeface
  const parse = value => {
    const [r, g, b, a = 1] = value.match(/[\\d.]+/g).map(Number);
    return value.startsWith('color(srgb') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3]));
  const ground = node => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = rgb => rgb.slice(0, 3).map(v => linear(v / 255))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest('[inert]')) continue;
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(node);
    const dark = node.matches('.banner') ? [200, 208, 214] : ground(node);
    const ratio = contrast(light(parse(style.color)), light(dark));
    if (ratio < 4.5) wrong.push(`${text.data}: contrast ${ratio.toFixed(2)}`);
    const cap = parseFloat(style.fontSize) * CAP / mm;
    if (cap < (node.matches('.rank') ? 4.4 : 3)) wrong.push(`${text.data}: capitals of ${cap.toFixed(2)} mm`);
  }
  return wrong;
}"""

CARDS = """() => {
  const wrong = [];
  const top = node => node.getBoundingClientRect();
  for (const cards of document.querySelectorAll('.cards')) {
    const frame = top(cards.closest('.box, .rail'));
    for (const card of cards.children) {
      const [area, rank] = [top(card), card.querySelector('.rank')];
      const inner = rank && document.createRange();
      inner?.selectNodeContents(rank);
      const ink = inner?.getBoundingClientRect();
      if (area.right > frame.right || area.bottom > frame.bottom) wrong.push(`${card.ariaLabel}: outside`);
      if (ink && (ink.left < area.left - 0.5 || ink.right > area.right + 0.5))
        wrong.push(`${card.ariaLabel}: rank cut`);
    }
  }
  for (const line of document.querySelectorAll('.lines .line, .prompt p, .prompt h1')) {
    const frame = top(line.closest('.box, .prompt'));
    if (top(line).bottom > frame.bottom + 0.5 || top(line).top < frame.top - 0.5)
      wrong.push(`${line.textContent}: cut`);
  }
  // No word may reach beyond its frame, be cut by its own edge or lie over another.
  const frames = [['.box', '.box'], ['.rail', '.rail'], ['.header', '.header'], ['.prompt', '.prompt']];
  const parts = '.top > *, .state, .line, .name, .pot > *, .note, .phase, .badge, .seconds, .words > *';
  const words = part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  for (const [owner, around] of frames) for (const node of document.querySelectorAll(owner)) {
    const frame = top(node.closest(around));
    const found = [...node.querySelectorAll(parts)].filter(part => part.checkVisibility() && part.textContent)
      .map(part => ({ part, area: top(part), ink: words(part) }));
    for (const { part, area, ink } of found) {
      const cut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline';
      const across = ink.left < frame.left - 0.5 || ink.right > frame.right + 0.5;
      if (cut || across || area.bottom > frame.bottom + 0.5)
        wrong.push(`${part.textContent}: cut in ${owner}`);
    }
    for (const one of found) for (const two of found) {
      if (one === two) break;
      const [a, b] = [one.area, two.area];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && along > 0.35 * Math.min(a.height, b.height))
        wrong.push(`${one.part.textContent} / ${two.part.textContent}: over each other`);
    }
  }
  return wrong;
}"""


def controls(page: Page, mm: float) -> list[str]:
    return page.evaluate(CONTROLS, mm)


def texts(page: Page, mm: float) -> list[str]:
    return page.evaluate(TEXTS, mm)


def cards(page: Page) -> list[str]:
    return page.evaluate(CARDS)
