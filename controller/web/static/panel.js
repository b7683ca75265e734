// @ts-check
// The dealer's panel.
import { boxes } from './boxes.js';
import { row } from './buttons.js';
import { header } from './header.js';
import { prompt } from './prompt.js';
import { rail } from './rail.js';
import { screen } from './screen.js';

screen('dealer', {
  grid: 'main',
  top: [header(), prompt()],
  parts: [rail(), boxes(), row('actions', 'Actions'), row('fixed', 'Always')],
});
