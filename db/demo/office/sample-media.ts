import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { takeSample, type OfficeApp } from './office-app.ts';

const dayMs = 86_400_000;
const [ink, paper, accent] = ['#1c1b18', '#fbfaf6', '#9c2f1b'];

const drawBars = (heights: readonly number[]): string =>
  heights
    .map((height, index) => {
      const [x, y] = [60 + index * 70, 440 - height];
      return `<rect x="${x}" y="${y}" width="46" height="${height}" fill="${ink}"/>`;
    })
    .join('');

const drawLine = (points: string): string =>
  `<polyline points="${points}" fill="none" stroke="${accent}" stroke-width="10"/>`;

/** Without words, so that no font is needed. The last one waits for its description. */
const drawings = [
  {
    fileName: 'sample-rising-bars.png',
    alternativeText: 'A sample: nine bars, each taller than the one before.',
    drawing: drawBars([60, 90, 130, 160, 210, 240, 290, 330, 380]),
  },
  {
    fileName: 'sample-falling-line.png',
    alternativeText: 'A sample: a line that falls, rises a little and falls again.',
    drawing: drawLine('60,90 180,180 280,240 360,190 460,280 560,330 680,400'),
  },
  {
    fileName: 'sample-not-described.png',
    alternativeText: '',
    drawing: drawBars([380, 300, 240, 190, 150, 120, 95, 75, 60]),
  },
];

/** Three pictures of the library; the name of the first one, for a text to show. */
export async function writeSampleMedia(office: OfficeApp, now: Date): Promise<string> {
  const { app, getActor, setTime } = office;
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-media-'));
  const names: string[] = [];
  try {
    for (const [index, { fileName, alternativeText, drawing }] of drawings.entries()) {
      setTime(new Date(now.getTime() - (40 - index * 12) * dayMs));
      const file = path.join(folder, fileName);
      await drawPicture(file, drawing);
      const picture = { path: file, fileName };
      const editor = getActor('editor');
      const { name } = takeSample(
        await app.media.editing.upload(editor, picture, { alternativeText }),
      );
      names.push(name);
    }
  } finally {
    await rm(folder, { recursive: true });
    setTime(now);
  }
  return names[0] ?? '';
}

async function drawPicture(file: string, drawing: string): Promise<void> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="500">' +
    `<rect width="760" height="500" fill="${paper}"/>${drawing}` +
    `<path d="M40 440 H720" stroke="${ink}" stroke-width="3"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}
