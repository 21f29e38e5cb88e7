/**
 * `node db/demo/draw-pictures.ts` draws the demo publisher's pictures into `pictures/`: what each
 * service delivers, clients' marks, portraits, the banner, and the charts of posts and press notes. Figures are those
 * of `figures/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawPostCharts } from './pictures-of-posts.ts';
import { drawPressCharts } from './pictures-of-press.ts';
import { drawPeopleAndClients } from './pictures-of-people.ts';
import { drawServices } from './pictures-of-services.ts';

const folder = path.join(import.meta.dirname, 'pictures');
const pictures = {
  ...drawServices(),
  ...drawPeopleAndClients(),
  ...drawPostCharts(),
  ...drawPressCharts(),
};
for (const [name, svg] of Object.entries(pictures)) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), svg);
}
process.stdout.write(`${Object.keys(pictures).length} pictures\n`);
