import { expect, test } from 'vitest';
import { detectCvType } from './cv-upload.ts';

const toBytes = (text: string) => new TextEncoder().encode(text);
const pdf = toBytes('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer\n%%EOF\n');

test.each([
  ['empty', 'cv.pdf', toBytes('')],
  ['a program by another name', 'cv.pdf', toBytes('MZ\u0090\u0000This program')],
  ['HTML', 'cv.pdf', toBytes('<html><script>alert(1)</script>')],
  ['a PDF that calls itself a program', 'cv.pdf.exe', pdf],
  [
    'a PDF with a script',
    'cv.pdf',
    toBytes('%PDF-1.4 /OpenAction << /S /JavaScript /JS (app.alert(1)) >> %%EOF'),
  ],
  ['a PDF that launches a program', 'cv.pdf', toBytes('%PDF-1.4 /Launch %%EOF')],
  ['a PDF cut in half', 'cv.pdf', toBytes('%PDF-1.4 and no end')],
  ['an SVG', 'cv.svg', toBytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [
    'a ZIP that is no document',
    'cv.docx',
    Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(200)]),
  ],
  ['the test virus', 'cv.pdf', toBytes('%PDF- X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR %%EOF')],
])('A-08 a CV that is %s is refused at its field', (_, name, bytes) => {
  expect(detectCvType({ name, bytes })).toMatchObject({
    code: 'invalid',
    errors: { cv: [expect.any(String)] },
  });
});

test('A-08 a CV over 10 MiB is refused as too large', () => {
  const bytes = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]);
  expect(detectCvType({ name: 'cv.pdf', bytes })).toMatchObject({ code: 'too-large' });
});
