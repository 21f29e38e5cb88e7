import type { CertificateContent } from '#core/orders/licences/certificate.model.ts';
import { inflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import type { Source } from '#core/catalogue/figures.model.ts';
import type { InvoiceContent } from '#core/orders/documents/invoice.model.ts';
import { loadFontsFor } from './noto-fonts.ts';
import { splitByFont } from './font-runs.ts';
import { createDocumentRenderer } from './index.ts';

const renderer = createDocumentRenderer();
const invoice: InvoiceContent = {
  kind: 'invoice',
  number: 'INV-2026-000007',
  date: '2026-11-21',
  order: 'QI-000042',
  publisher: {
    name: 'Quillmark Insights',
    address: 'Ledger House, Pune 411016, India',
    email: 'sales@example.com',
    website: 'http://localhost:8080',
    taxId: 'IN 123',
  },
  buyer: {
    name: 'Łukasz Żółć',
    company: 'Ωμέγα Иван',
    address: ['1 Main Street', '62701 Springfield, Illinois', 'United States'],
    taxId: 'US 1',
    email: 'buyer@example.com',
  },
  lines: [{ text: 'Steel, 1997–2023 (QM-1), Single user licence', amount: 380050 }],
  currency: 'USD',
  total: 380050,
  paid: { on: '2026-11-21', by: 'PayPal' },
  notes: ['Delivered electronically.'],
};
const certificate: CertificateContent = {
  number: 'LC-QI-000042',
  order: 'QI-000042',
  licence: 'Single user licence',
  rights: 'One named person may read the report.',
  report: { title: 'Steel', code: 'QM-1', edition: 2 },
  holder: { name: 'Łukasz Żółć', company: 'Ωμέγα Иван' },
  seats: 'One named reader.',
  date: '2026-11-21',
  verifyUrl: 'http://localhost:8080/verify/0123456789abcdef0123456789abcdef',
  publisher: invoice.publisher,
};

type Piece = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
};

/** What stands on each page of a PDF as pdfkit writes it, read through the fonts' ToUnicode maps. Throws where a letter has no glyph. */
function pagesOf(pdf: Uint8Array): Piece[][] {
  const file = Buffer.from(pdf).toString('latin1');
  const objects = new Map(
    [...file.matchAll(/(?<=[\r\n])(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      String(id),
      String(body),
    ]),
  );
  const body = (id: string | undefined): string => objects.get(id ?? '') ?? '';
  const stream = (id: string | undefined): string =>
    inflateSync(
      Buffer.from(/stream\n([\s\S]*)\nendstream/.exec(body(id))?.[1] ?? '', 'latin1'),
    ).toString('latin1');
  const maps = new Map<string, string[]>();
  const mapOf = (font: string): string[] => {
    const known =
      maps.get(font) ??
      [...stream(/\/ToUnicode (\d+)/.exec(body(font))?.[1]).matchAll(/\[([^\]]*)\]/g)].flatMap(
        ([, list]) =>
          [...(list ?? '').matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex]) =>
            Buffer.from((hex ?? '').replaceAll(' ', ''), 'hex')
              .swap16()
              .toString('utf16le'),
          ),
      );
    maps.set(font, known);
    return known;
  };
  const kids =
    [...objects.values()]
      .find((one) => one.includes('/Type /Pages'))
      ?.match(/\/Kids \[([^\]]*)\]/)?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = body(id);
    const resources = body(/\/Resources (\d+)/.exec(page)?.[1]);
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [name, String(font)]),
    );
    return [
      ...stream(/\/Contents (\d+)/.exec(page)?.[1]).matchAll(
        /BT\n1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n([\s\S]*?)ET/g,
      ),
    ].map(([, x, y, font, size, shown]) => ({
      x: Number(x),
      y: Number(y),
      size: Number(size),
      text: [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
        .map((glyph) => {
          if (glyph === '0000') throw new Error('A letter is printed as an empty box');
          return mapOf(fonts.get(font) ?? '')[Number.parseInt(glyph, 16)];
        })
        .join(''),
    }));
  });
}
/** A page's letters without its spaces, which lines swallow where they break. */
const letters = (page: readonly Piece[] | undefined): string =>
  (page ?? [])
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s/g, '');
const solid = (text: string): string => text.replaceAll(/\s/g, '');
const only = (pdf: Uint8Array): Piece[] => {
  const [page = [], ...more] = pagesOf(pdf);
  expect(more).toEqual([]);
  // Within the margins: nothing runs off the foot of the page.
  expect(Math.min(...page.map(({ y }) => y))).toBeGreaterThan(20);
  return page;
};

test('an invoice has its number, buyer, order, amounts and payment on one page', async () => {
  const text = letters(only(await renderer.renderInvoice(invoice)));
  for (const part of [
    'Invoice INV-2026-000007',
    'Łukasz Żółć',
    'Ωμέγα Иван',
    '62701 Springfield, Illinois',
    'Tax ID US 1',
    'Order QI-000042',
    '1997–2023',
    'Total (USD)$3,800.50',
    'Paid on 2026-11-21 by PayPal.',
  ])
    expect(text).toContain(solid(part));
});

test('a credit note names its invoice; a pro-forma invoice says where to transfer the money', async () => {
  const credit = letters(
    only(
      await renderer.renderInvoice({
        ...invoice,
        kind: 'credit-note',
        number: 'CN-2026-000001',
        refersTo: 'INV-2026-000007',
        paid: undefined,
        total: 5,
      }),
    ),
  );
  for (const part of ['Credit note CN-2026-000001', 'Refers to invoice INV-2026-000007', '$0.05'])
    expect(credit).toContain(solid(part));
  expect(credit).not.toContain('Paidon');
  const forma = letters(
    only(
      await renderer.renderInvoice({
        ...invoice,
        kind: 'pro-forma',
        number: 'PF-2026-000001',
        paid: undefined,
        bank: {
          holder: 'Quillmark',
          iban: 'DE02 1203 0000',
          bic: 'BYLADEM1001',
          reference: 'QI-000042',
        },
      }),
    ),
  );
  for (const part of [
    'Pro-forma invoice PF-2026-000001',
    'IBAN DE02 1203 0000',
    'BIC BYLADEM1001',
    'Reference QI-000042',
  ])
    expect(forma).toContain(solid(part));
});

test('a certificate has its number, holder, rights and the address that verifies it', async () => {
  const text = letters(only(await renderer.renderCertificate(certificate)));
  for (const part of [
    'LC-QI-000042',
    'Łukasz Żółć',
    'Ωμέγα Иван',
    'One named person may read the report.',
    'QM-1, edition 2',
    certificate.verifyUrl,
  ])
    expect(text).toContain(solid(part));
  const long = 'Rights that go on '.repeat(60);
  expect(
    letters(
      only(
        await renderer.renderCertificate({
          ...certificate,
          rights: long,
          holder: { name: '李'.repeat(200), company: 'W'.repeat(200) },
        }),
      ),
    ),
  ).toContain(solid(long));
});

test('whatever the order form takes stands on the invoice whole, on one page, clear of the other column', async () => {
  const words = (length: number): string =>
    'Long Company Words '.repeat(30).slice(0, length).trim();
  const long = {
    ...invoice.buyer,
    name: words(200),
    company: `${words(190)} Ltd`,
    address: [words(300), words(260), 'United States'],
  };
  const page = letters(only(await renderer.renderInvoice({ ...invoice, buyer: long })));
  for (const part of [long.name, long.company, ...long.address])
    expect(page).toContain(solid(part));
  const wide = only(
    await renderer.renderInvoice({
      ...invoice,
      buyer: { ...invoice.buyer, name: 'W'.repeat(200) },
    }),
  );
  const bands = wide.filter(({ text }) => /^W+$/.test(text));
  expect(bands.map(({ text }) => text).join('')).toHaveLength(200);
  // A "W" of Inter is 0.99 em wide; the other column begins at 317 points.
  for (const { x, size, text } of bands) expect(x + text.length * size).toBeLessThan(317);
  const filled = (one: string) => ({
    ...invoice.buyer,
    name: one.repeat(200),
    company: one.repeat(200),
    address: [one.repeat(300), one.repeat(260), 'China'],
  });
  const codes = letters(
    only(await renderer.renderInvoice({ ...invoice, buyer: filled('Ꭰ') })),
  ).match(/\[U\+13A0\]/g);
  expect(codes).toHaveLength(960);
  const ideographs = only(await renderer.renderInvoice({ ...invoice, buyer: filled('李') })).filter(
    ({ text }) => /^李+$/.test(text),
  );
  expect(ideographs.map(({ text }) => text).join('')).toHaveLength(960);
  for (const { x, size, text } of ideographs) expect(x + text.length * size).toBeLessThan(534);
});

test('marks in an order that no font can lay out are written as code points, and the paper is printed', async () => {
  const odd = ['ฺุู', 'محِّـَُ', 'ििि्ा', 'א\u05b7\u05bc\u05c1', '\u0651\u064b\u0651'];
  for (const name of odd)
    expect(
      (
        await renderer.renderCertificate({
          ...certificate,
          holder: { name, company: odd.join('') },
        })
      ).length,
    ).toBeGreaterThan(1000);
  const every = Array.from({ length: 0x400 }, (_, i) => String.fromCodePoint(0x590 + i)).join('');
  for (let i = 0; i < every.length; i += 200)
    only(await renderer.renderCertificate({ ...certificate, rights: every.slice(i, i + 200) }));
});

test('letters that a font claims and lacks are written as code points; spaces and hyphens become plain ones', async () => {
  const text = (all: string): string =>
    splitByFont(all)
      .map((run) => run.text)
      .join('');
  expect(text('Ҟ\u1d01')).toBe('[U+49E][U+1D01]');
  expect(text('a\u2010b\u2011c\u202fd\u00ade')).toBe('a-b-c de');
  expect(text('ᎠᎡ')).toBe('[U+13A0][U+13A1]');
  // Each code point up to the first ideographs, printed: `pagesOf` throws where one has no glyph.
  const first = Array.from({ length: 0x3000 }, (_, i) => String.fromCodePoint(i));
  await loadFontsFor(first.join(''));
  const every = first.filter((letter) => !text(letter).startsWith('[') || letter === '[');
  const lines = Array.from({ length: Math.ceil(every.length / 120) }, (_, i) =>
    every.slice(i * 120, (i + 1) * 120).join(''),
  );
  expect(every.length).toBeGreaterThan(1600);
  for (let i = 0; i < lines.length; i += 6)
    only(
      await renderer.renderCertificate({ ...certificate, rights: lines.slice(i, i + 6).join(' ') }),
    );
});

let document: ReportDocument;
beforeAll(() => {
  const load = createDemoFileReader('db/demo');
  const [report] = writeDemoReports(load);
  if (!report) throw new Error('There is no demo report');
  document = {
    publisher: 'Quillmark Insights',
    website: 'http://localhost:8080',
    code: report.code,
    industry: 'Crops',
    industrySlug: report.industrySlug,
    publishedOn: report.publishedOn,
    edition: 1,
    text: report.text,
    figures: report.figures,
    sources: load('sources.json') as Source[],
  };
});

test("a stamped copy has as many pages as one without, and its buyer's line on each of them, in his letters", async () => {
  const without = (await renderer.renderReportPdf(document)).pages;
  for (const buyer of [
    'Łukasz Żółć',
    'Γιώργος Ωμέγα',
    'Иван Щукин',
    '李明',
    '佐藤さくら',
    '김민수',
    'สมชาย ใจดี',
  ]) {
    const { bytes, pages } = await renderer.renderReportPdf(document, {
      buyer,
      company: 'Acme',
      licence: 'Single user',
      order: 'QI-000042',
      date: '2026-11-21',
    });
    const all = pagesOf(bytes);
    expect([pages, all.length]).toEqual([without, without]);
    for (const page of all)
      expect(letters(page)).toContain(
        solid(`Licensed to ${buyer}, Acme · Single user · order QI-000042 · 2026-11-21`),
      );
  }
});

test('a name that is read from right to left is set from right to left, in letters that join', async () => {
  const { bytes } = await renderer.renderReportPdf(document, {
    buyer: 'محمد عبد',
    company: 'דוד',
    licence: 'Single user',
    order: 'QI-000042',
    date: '2026-11-21',
  });
  const [page = []] = pagesOf(bytes).slice(1);
  const at = (letter: string): number => page.find(({ text }) => text.includes(letter))?.x ?? 0;
  expect(at('ب')).toBeGreaterThan(0);
  expect(at('ح')).toBeGreaterThan(at('ب'));
  expect(at('ו')).toBeGreaterThan(at('ح'));
});

test('a report has its pages with a stamp and without one', async () => {
  const stamp = {
    buyer: 'Łukasz Żółć',
    company: 'Ωμέγα',
    licence: 'Single user',
    order: 'QI-000042',
    date: '2026-11-21',
  };
  for (const report of [
    await renderer.renderReportPdf(document, stamp),
    await renderer.renderReportPdf(document),
  ])
    expect(report.pages).toBeGreaterThanOrEqual(12);
});
