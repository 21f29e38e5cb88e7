import { expect, test } from 'vitest';
import { sampleCertificate as certificate } from '../../../test/support/document-samples.ts';
import { readOnlyPage } from '../../../test/support/read-pdf.ts';
import { splitByFont } from './font-runs.ts';
import { createDocumentRenderer } from './index.ts';
import { loadFontsFor } from './noto-fonts.ts';

const joinRuns = (text: string): string =>
  splitByFont(text)
    .map((run) => run.text)
    .join('');

test('characters of other alphabets are set in a font that has them', async () => {
  await loadFontsFor('李明 株式会社日立 삼성전자 محمد דוד สมชาย राजेश');
  const runs = splitByFont('李明 株式会社 삼성 محمد דוד สมชาย राजेश');
  expect(runs.every(({ text }) => !text.includes('U+'))).toBe(true);
  expect(splitByFont('Żółć Ωμέγα Иван').map(({ subset }) => subset)).toEqual(
    expect.arrayContaining(['latin-ext', 'greek', 'cyrillic']),
  );
});

test('a character that no font has is its code point, a control character nothing', () => {
  expect(joinRuns('Ꭰ😀')).toBe('[U+13A0][U+1F600]');
  expect(joinRuns('a\r\n\u202eb')).not.toMatch(/[\r\n\u202e]/);
});

test('characters that a font claims and lacks are written as code points', () => {
  expect(joinRuns('Ҟ\u1d01')).toBe('[U+49E][U+1D01]');
  expect(joinRuns('ᎠᎡ')).toBe('[U+13A0][U+13A1]');
});

test('spaces and hyphens that differ only in width become plain ones', () => {
  expect(joinRuns('a\u2010b\u2011c\u202fd\u00ade')).toBe('a-b-c de');
});

test('each code point up to the first ideographs has a glyph where a font says so', async () => {
  const characters = Array.from({ length: 0x3000 }, (_, i) => String.fromCodePoint(i));
  await loadFontsFor(characters.join(''));
  const supported = characters.filter(
    (character) => !joinRuns(character).startsWith('[') || character === '[',
  );
  expect(supported.length).toBeGreaterThan(1600);
  const lines = Array.from({ length: Math.ceil(supported.length / 120) }, (_, i) =>
    supported.slice(i * 120, (i + 1) * 120).join(''),
  );
  const renderer = createDocumentRenderer();
  // `readOnlyPage` throws if a character has no glyph.
  for (let i = 0; i < lines.length; i += 6) {
    const rights = lines.slice(i, i + 6).join(' ');
    readOnlyPage(await renderer.renderCertificate({ ...certificate, rights }));
  }
});
