import { expect, test } from 'vitest';
import { sampleCertificate as certificate } from '../../../test/support/document-samples.ts';
import { joinTexts, readOnlyPage, removeSpaces } from '../../../test/support/read-pdf.ts';
import { createDocumentRenderer } from './index.ts';

const renderer = createDocumentRenderer();

test('a certificate has its number, holder, rights and the address that verifies it', async () => {
  const text = joinTexts(readOnlyPage(await renderer.renderCertificate(certificate)));
  for (const part of [
    'LC-QI-000042',
    'Łukasz Żółć',
    'Ωμέγα Иван',
    'One named person may read the report.',
    'QM-1, edition 2',
    certificate.verifyUrl,
  ])
    expect(text).toContain(removeSpaces(part));
});

test('long rights and names stand on one page, whole', async () => {
  const rights = 'Rights that go on '.repeat(60);
  const holder = { name: '李'.repeat(200), company: 'W'.repeat(200) };
  const pdf = await renderer.renderCertificate({ ...certificate, rights, holder });
  expect(joinTexts(readOnlyPage(pdf))).toContain(removeSpaces(rights));
});

test('marks in an order that no font can lay out are written as code points', async () => {
  const names = ['ฺุู', 'محِّـَُ', 'ििि्ा', 'א\u05b7\u05bc\u05c1', '\u0651\u064b\u0651'];
  for (const name of names) {
    const holder = { name, company: names.join('') };
    const pdf = await renderer.renderCertificate({ ...certificate, holder });
    expect(pdf.length).toBeGreaterThan(1000);
  }
});

test('a thousand characters from Hebrew on can be rendered, each after the other', async () => {
  const characters = Array.from({ length: 0x400 }, (_, i) => String.fromCodePoint(0x590 + i));
  const all = characters.join('');
  for (let i = 0; i < all.length; i += 200)
    readOnlyPage(
      await renderer.renderCertificate({ ...certificate, rights: all.slice(i, i + 200) }),
    );
});
