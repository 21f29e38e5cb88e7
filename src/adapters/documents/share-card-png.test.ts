import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCover } from '#core/catalogue/drawing/cover-image.model.ts';
import { loadSampleReport } from '../../../test/support/document-samples.ts';
import { createDocumentRenderer } from './index.ts';

const { code, industry, industrySlug, figures } = loadSampleReport();
const long = 'A title that does not end '.repeat(100);

test.each([
  ['a short title', 'Wheat Market'],
  ['a title without end', long],
  ['a word without end', 'x'.repeat(3000)],
  ['Chinese', '全球铝罐市场规模、份额与增长趋势分析报告'],
  ['Japanese', 'アルミニウム缶の世界市場：セメント・コンクリートの2030年までの予測'],
  ['Thai', 'ตลาดกระป๋องอะลูมิเนียมทั่วโลกและการวิเคราะห์การเติบโต'],
  ['Devanagari', 'वैश्विक एल्युमिनियम डिब्बा बाज़ार का आकार और वृद्धि विश्लेषण'],
])('a share card with %s has its size, and the title is on it', async (_name, title) => {
  const bytes = await createDocumentRenderer().renderShareCardPng({
    kicker: industry,
    title,
    figure: { value: '1.60 Mt', note: long },
    foot: [long, code],
    hue: { industrySlug },
    cover: drawCover({ title, industry, code, edition: '2026', figures }),
  });
  const { format, width, height } = await sharp(bytes).metadata();
  expect([format, width, height]).toEqual(['png', 1200, 630]);
  const heading = await sharp(bytes)
    .extract({ left: 64, top: 120, width: 640, height: 80 })
    .toBuffer();
  expect((await sharp(heading).stats()).channels[0]?.min).toBeLessThan(90);
  // Nothing of the text reaches the gap before the cover.
  expect(await findDarkest(bytes, { left: 730, width: 30 })).toBeGreaterThan(230);
  // Nothing of the cover reaches the margin beside it.
  expect(await findDarkest(bytes, { left: 1140, width: 60 })).toBeGreaterThan(230);
});

/** The darkest grey of a part of the card between its top bar and its lower edge. */
async function findDarkest(
  bytes: Uint8Array,
  part: { readonly left: number; readonly width: number },
): Promise<number> {
  const cut = await sharp(bytes)
    .extract({ ...part, top: 40, height: 560 })
    .toBuffer();
  return (await sharp(cut).stats()).channels[0]?.min ?? 0;
}

test.each([
  ['Arabic', 'سوق علب الألمنيوم في الشرق الأوسط'],
  ['Hebrew', 'שוק סוללות הליתיום בישראל'],
])('a share card in %s begins at the right, and its cover is at the left', async (_name, title) => {
  const bytes = await createDocumentRenderer().renderShareCardPng({
    kicker: title,
    title,
    foot: ['A publisher', code],
    hue: { industrySlug },
    cover: drawCover({ title, industry: title, code, edition: '2026', figures }),
  });
  // The first letters of all lines, and the frame of the cover.
  expect(await findDarkest(bytes, { left: 1100, width: 36 })).toBeLessThan(90);
  expect(await findDarkest(bytes, { left: 64, width: 364 })).toBeLessThan(90);
  expect(await findDarkest(bytes, { left: 430, width: 50 })).toBeGreaterThan(230);
  expect(await findDarkest(bytes, { left: 1140, width: 60 })).toBeGreaterThan(230);
});

test("a publisher's own cover stands on the card, cut to its box", async () => {
  const cover = await sharp({
    create: { width: 700, height: 900, channels: 3, background: '#102030' },
  })
    .jpeg()
    .toBuffer();
  const bytes = await createDocumentRenderer().renderShareCardPng({
    kicker: industry,
    title: 'Wheat Market',
    foot: ['A publisher', code],
    hue: { colour: '#7a1f2b' },
    cover: new Uint8Array(cover),
  });
  const box = await sharp(bytes)
    .extract({ left: 800, top: 100, width: 300, height: 400 })
    .toBuffer();
  expect((await sharp(box).stats()).channels[2]?.max).toBeLessThan(80);
});
