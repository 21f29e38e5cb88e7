import { expect, test } from 'vitest';
import {
  doc,
  docx,
  objectStream,
  odt,
  pdf,
  relation,
  stream,
} from '../../../test/support/cv-samples.ts';
import { createUploadedFile } from '../../../test/support/uploaded-file.ts';
import { createZip, openZip } from '../../../test/support/zip-file.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { CvCheck } from './cv-upload.ts';

/** The check of type and content; a CV that passes is its extension. */
async function checkCv(name: string, content: Uint8Array | string): Promise<Outcome<string>> {
  const check = new CvCheck({ openZip });
  const detected = await check.detectType(createUploadedFile(name, content));
  if (!detected.ok) return detected;
  const checked = await check.checkContent(detected.value);
  return checked.ok ? ok(detected.value.extension) : checked;
}

const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
const link = '<< /S /URI /URI (https://evil.example/) >>';

const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR';

test.each<[string, string, Uint8Array | string]>([
  ['empty', 'cv.pdf', ''],
  ['a program by another name', 'cv.pdf', 'MZ\u0090\u0000This program'],
  ['HTML', 'cv.pdf', '<html><script>alert(1)</script>'],
  ['a PDF cut in half', 'cv.pdf', '%PDF-1.4 and no end'],
  ['a PDF after other bytes', 'cv.pdf', Buffer.concat([Buffer.from('MZ'), pdf('<< >>')])],
  ['a PDF with a script', 'cv.pdf', pdf(`<< /OpenAction ${script} >>`)],
  ['a PDF with a script in escaped names', 'cv.pdf', pdf('<< /#53 /J#61vaScript /J#53 (1) >>')],
  ['a PDF with a script in capitals', 'cv.pdf', pdf('<</S/JAVASCRIPT/JS(1)>>')],
  ['a PDF with a script after a comment', 'cv.pdf', pdf('<< /S %x\r/JavaScript /JS (1) >>')],
  ['a PDF with the type of an action elsewhere', 'cv.pdf', pdf('<< /S 2 0 R >>', '/JavaScript')],
  ['a PDF with a script in an object stream', 'cv.pdf', pdf(objectStream(script))],
  ['a PDF with an unnamed object stream', 'cv.pdf', pdf(objectStream(script, ''))],
  ['a PDF with an escaped object stream', 'cv.pdf', pdf(objectStream(script, '/Type /Obj#53tm'))],
  [
    'a PDF with an object stream that no usual program writes',
    'cv.pdf',
    pdf(stream('/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode]', Buffer.from('00>'))),
  ],
  [
    'a PDF with a broken object stream',
    'cv.pdf',
    pdf(stream('/Type /ObjStm /Filter /FlateDecode', Buffer.from('x'))),
  ],
  [
    'a PDF with an object stream that grows to 20 MB',
    'cv.pdf',
    pdf(objectStream(' '.repeat(20 * 1024 * 1024))),
  ],
  [
    'a PDF with 2,001 object streams',
    'cv.pdf',
    pdf(...Array.from({ length: 2001 }, () => objectStream('<< >>'))),
  ],
  [
    'a PDF with a script inside a stream',
    'cv.pdf',
    pdf(stream('', Buffer.from(`9 0 obj ${script}`))),
  ],
  ['a PDF that opens a page of the web', 'cv.pdf', pdf(`<< /OpenAction ${link} >>`)],
  ['a PDF that opens one by another object', 'cv.pdf', pdf('<< /OpenAction 2 0 R >>', link)],
  [
    'a PDF that opens one by an object stream',
    'cv.pdf',
    pdf('<< /OpenAction 7 0 R >>', objectStream(link)),
  ],
  ['a PDF that acts when a page is closed', 'cv.pdf', pdf(`<< /AA << /C ${link} >> >>`)],
  ['a PDF that launches a program', 'cv.pdf', pdf('<< /S /Launch /F (cmd.exe) >>')],
  ['a PDF with an attached file', 'cv.pdf', pdf('<< /Names << /EmbeddedFiles 2 0 R >> >>')],
  ['a PDF with a password', 'cv.pdf', pdf('<< /Encrypt 2 0 R >>')],
  ['a PDF with endless comments', 'cv.pdf', pdf(`<< /S %${'x'.repeat(9000)}\n/URI >>`)],
  ['a PDF that is a web page too', 'cv.pdf', pdf('<html >')],
  [
    'a PDF that is a ZIP too',
    'cv.pdf',
    Buffer.concat([pdf('<< >>'), docx(), Buffer.from('%%EOF')]),
  ],
  ['an SVG', 'cv.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a ZIP that is no document', 'cv.docx', createZip({ 'a.txt': 'x'.repeat(100) })],
  [
    'a ZIP without a directory',
    'cv.docx',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]),
  ],
  ['a ZIP after other bytes', 'cv.docx', Buffer.concat([Buffer.from('PK\u0003\u0004'), docx()])],
  ['a DOCX with macros', 'cv.docx', docx({ 'word/vbaProject.bin': '' })],
  [
    'a DOCX with macros by type',
    'cv.docx',
    docx({
      '[Content_Types].xml':
        '<x ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
    }),
  ],
  ['a DOCX with an embedded object', 'cv.docx', docx({ 'word/embeddings/oleObject1.bin': '' })],
  [
    'a DOCX with a template of the web',
    'cv.docx',
    docx({
      'word/_rels/settings.xml.rels': relation('attachedTemplate', 'https://evil.example/t.dotm'),
    }),
  ],
  [
    'a DOCX with a picture of the web',
    'cv.docx',
    docx({ 'word/_rels/document.xml.rels': relation('image', 'https://evil.example/i.png') }),
  ],
  [
    'a DOCX with a field that starts a program',
    'cv.docx',
    docx({ 'word/document.xml': '<w:instrText> DDEAUTO c:\\\\cmd.exe </w:instrText>' }),
  ],
  [
    'a DOCX with entities that grow',
    'cv.docx',
    docx({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aa">]>' }),
  ],
  [
    'a DOCX that grows to 17 MB',
    'cv.docx',
    docx({ 'word/document.xml': ' '.repeat(17 * 1024 * 1024) }),
  ],
  [
    'a DOCX of 2,001 parts',
    'cv.docx',
    docx(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`${i}.txt`, '']))),
  ],
  ['an ODT with a script', 'cv.odt', odt('<a xlink:href="vnd.sun.star.script:x"/>')],
  ['a DOC with macros', 'cv.doc', doc('WordDocument', 'Macros')],
  ['a DOC with an embedded object', 'cv.doc', doc('WordDocument', 'ObjectPool', '_1234567890')],
  ['a DOC without a document', 'cv.doc', doc('Workbook')],
  ['the test virus', 'cv.pdf', pdf(eicar)],
])('A-08 a CV that is %s is refused at its field', async (_, name, content) => {
  expect(await checkCv(name, content)).toMatchObject({
    code: 'invalid',
    errors: { cv: [expect.any(String)] },
  });
});

test.each<[string, string, Uint8Array]>([
  ['a plain PDF', 'cv.pdf', pdf('<< /Type /Catalog >>')],
  [
    'a PDF with links',
    'CV.PDF',
    pdf(`<< /Subtype /Link /A ${link} >>`, objectStream(`<< /A ${link} >>`)),
  ],
  [
    'a PDF that opens at a page',
    'cv.pdf',
    pdf('<< /OpenAction 2 0 R >>', '<< /S /GoTo /D [3 0 R /Fit] >>'),
  ],
  [
    'a PDF that opens at a page by an object stream',
    'cv.pdf',
    pdf('<< /OpenAction [3 0 R /Fit] >>', objectStream('[3 0 R]')),
  ],
  [
    'a PDF by an expert of HTML/CSS/JavaScript',
    'cv.pdf',
    pdf('<< /Title (HTML/CSS/JavaScript expert) >>'),
  ],
  [
    'a DOCX with links',
    'cv.docx',
    docx({ 'word/_rels/document.xml.rels': relation('hyperlink', 'https://a.example/') }),
  ],
  [
    "a DOCX with a template of the writer's disk",
    'cv.docx',
    docx({
      'word/_rels/settings.xml.rels': relation('attachedTemplate', 'file:///C:\\Users\\a\\t.dotx'),
    }),
  ],
  ['an ODT', 'cv.odt', odt(`<text>${'a CV '.repeat(20)}</text>`)],
  ['a DOC', 'cv.doc', doc('WordDocument', 'ObjectPool', '1Table')],
  ['a PDF by another name', 'CV of Ada', pdf('<< >>')],
])('A-08 a CV that is %s is taken', async (_, name, content) => {
  expect(await checkCv(name, content)).toEqual(ok(name.split('.')[1]?.toLowerCase() ?? 'pdf'));
});

test('A-08 a CV over 10 MiB is refused as too large', async () => {
  const content = Buffer.concat([pdf('<< >>'), Buffer.alloc(10 * 1024 * 1024)]);
  expect(await checkCv('cv.pdf', content)).toMatchObject({ code: 'too-large' });
});

/** Bytes that make a careless check read the file again and again. */
test.each([
  ['slashes', '/'],
  ['keys', '/S %'],
  ['keys with comments', `/S ${'%x'.repeat(100)}\n`],
  ['objects', '1 0 obj /First 1 '],
  ['streams', 'stream\n'],
  ['actions', '/OpenAction 1 0 R '],
])('A-43 a PDF of 4 MB of %s lets others run while it is checked', async (_, text) => {
  const content = pdf(text.repeat(Math.floor((4 * 1024 * 1024) / text.length)));
  let turns = 0;
  const countTurns = setInterval(() => turns++, 0);
  await checkCv('cv.pdf', content);
  clearInterval(countTurns);
  expect(turns).toBeGreaterThan(0);
});
