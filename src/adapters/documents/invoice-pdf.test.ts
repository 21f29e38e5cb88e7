import { expect, test } from 'vitest';
import { sampleInvoice as invoice } from '../../../test/support/document-samples.ts';
import { joinTexts, readOnlyPage, removeSpaces } from '../../../test/support/read-pdf.ts';
import { createDocumentRenderer } from './index.ts';

const renderer = createDocumentRenderer();

test('an invoice has its number, buyer, order, amounts and payment on one page', async () => {
  const text = joinTexts(readOnlyPage(await renderer.renderInvoice(invoice)));
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
    expect(text).toContain(removeSpaces(part));
});

test.each([
  ['JPY', '¥250,000'],
  ['GBP', '£2,500.00'],
  ['INR', 'INR2,500.00'],
  ['PHP', 'PHP2,500.00'],
  ['CHF', 'CHF2,500.00'],
])('an invoice in %s has its decimals: %s', async (currency, amount) => {
  const lines = [{ text: 'Steel', amount: 250_000 }];
  const money = { currency, lines, total: 250_000 };
  const pdf = await renderer.renderInvoice({ ...invoice, ...money });
  const text = joinTexts(readOnlyPage(pdf));
  expect(text).toContain(`Total(${currency})${amount}`);
  expect(text).not.toMatch(/\$|¥[\d,]*\.\d/);
});

test('a credit note names its invoice', async () => {
  const pdf = await renderer.renderInvoice({
    ...invoice,
    kind: 'credit-note',
    number: 'CN-2026-000001',
    refersTo: 'INV-2026-000007',
    paid: undefined,
    total: 5,
  });
  const text = joinTexts(readOnlyPage(pdf));
  for (const part of ['Credit note CN-2026-000001', 'Refers to invoice INV-2026-000007', '$0.05'])
    expect(text).toContain(removeSpaces(part));
  expect(text).not.toContain('Paidon');
});

test('a pro-forma invoice says where to transfer the money', async () => {
  const pdf = await renderer.renderInvoice({
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
  });
  const text = joinTexts(readOnlyPage(pdf));
  for (const part of [
    'Pro-forma invoice PF-2026-000001',
    'IBAN DE02 1203 0000',
    'BIC BYLADEM1001',
    'Reference QI-000042',
  ])
    expect(text).toContain(removeSpaces(part));
});

const repeatWords = (length: number): string =>
  'Long Company Words '.repeat(30).slice(0, length).trim();

const renderWithBuyer = async (buyer: Partial<typeof invoice.buyer>) =>
  readOnlyPage(await renderer.renderInvoice({ ...invoice, buyer: { ...invoice.buyer, ...buyer } }));

test('the longest names and addresses of the order form stand on one page, whole', async () => {
  const long = {
    name: repeatWords(200),
    company: `${repeatWords(190)} Ltd`,
    address: [repeatWords(300), repeatWords(260), 'United States'],
  };
  const text = joinTexts(await renderWithBuyer(long));
  for (const part of [long.name, long.company, ...long.address])
    expect(text).toContain(removeSpaces(part));
});

test('an endless name stays clear of the other column', async () => {
  const page = await renderWithBuyer({ name: 'W'.repeat(200) });
  const lines = page.filter(({ text }) => /^W+$/.test(text));
  expect(lines.map(({ text }) => text).join('')).toHaveLength(200);
  // A "W" of Inter is 0.99 em wide; the other column begins at 317 points.
  for (const { x, size, text } of lines) expect(x + text.length * size).toBeLessThan(317);
});

test('the longest texts of code points and of ideographs stand there whole, too', async () => {
  const fillWith = (character: string) => ({
    name: character.repeat(200),
    company: character.repeat(200),
    address: [character.repeat(300), character.repeat(260), 'China'],
  });
  const codePoints = joinTexts(await renderWithBuyer(fillWith('Ꭰ'))).match(/\[U\+13A0\]/g);
  expect(codePoints).toHaveLength(960);
  const page = await renderWithBuyer(fillWith('李'));
  const ideographs = page.filter(({ text }) => /^李+$/.test(text));
  expect(ideographs.map(({ text }) => text).join('')).toHaveLength(960);
  for (const { x, size, text } of ideographs) expect(x + text.length * size).toBeLessThan(534);
});
