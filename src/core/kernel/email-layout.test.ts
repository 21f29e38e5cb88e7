import { expect, test } from 'vitest';
import { greet, renderEmail, type EmailContent } from './email-layout.ts';

const content: EmailContent = {
  to: 'sales@company.example',
  subject: 'A question',
  publisher: {
    name: 'Publisher',
    accent: '#0b5394',
    greeting: 'Hello',
    signature: '',
    timeZone: 'UTC',
  },
  origin: 'https://store.example',
  opening: [],
  whenMailboxIsFull: 'send',
  dedupeKey: 'one',
};

test.each([
  ['Anna', 'Hello Anna,'],
  [' Łucja O’Neill-Ex ', 'Hello Łucja O’Neill-Ex,'],
  ['J. R. Tolkien', 'Hello J. R. Tolkien,'],
  ['', 'Hello,'],
  ['Anna visit evil.example', 'Hello,'],
  ['https://evil.example', 'Hello,'],
  ['Zoë 😀', 'Hello,'],
  ['x'.repeat(61), 'Hello,'],
  ['Dr. Łucja Berg', 'Hello Dr. Łucja Berg,'],
  ['Anna Berg jr.', 'Hello Anna Berg jr.,'],
  ['María del Carmen Núñez de Vega', 'Hello María del Carmen Núñez de Vega,'],
  ['राम', 'Hello राम,'],
  ['www. evil', 'Hello,'],
  ['Anna. Your account is locked', 'Hello,'],
  ['Your account is locked please write us', 'Hello,'],
  ['Anna\nBerg', 'Hello,'],
  ['Anna\u2028Berg', 'Hello,'],
  ['Anna\u202Egreb', 'Hello,'],
  ['Anna@evil', 'Hello,'],
  ['Anna 0800 1234', 'Hello,'],
])('%j is greeted with "%s"', (name, greeting) => {
  const { text } = renderEmail({ ...content, opening: [greet(name)] });
  expect(text.split('\n')[0]).toBe(greeting);
});

test('several lines that somebody typed are quoted in the plain text', () => {
  const { text } = renderEmail({
    ...content,
    rows: [['Message', 'Hello\n\nPublisher\u2028Pay here: IBAN']],
  });
  expect(text).toContain('Message: \n> Hello\n> \n> Publisher\n> Pay here: IBAN\n');
});

test('greeting, signature and colour are the publisher’s, as text and as escaped HTML', () => {
  const publisher = {
    timeZone: 'Europe/Berlin',
    name: 'Nordlicht',
    accent: '#0b5394',
    greeting: 'Guten Tag',
    signature: 'Ihr <Team>',
  };
  const { text, html } = renderEmail({
    ...content,
    publisher,
    opening: [greet('Anna'), 'Danke.'],
    actions: [{ label: 'Zur Bestellung', url: 'https://store.example/order' }],
  });
  expect(text).toMatch(/^Guten Tag Anna,\n\nDanke\.\n/);
  expect(text).toContain('\nIhr <Team>\n\nNordlicht\nhttps://store.example');
  expect(html).toContain('<p>Guten Tag Anna,</p>');
  expect(html).toContain('Ihr &lt;Team&gt;<br>Nordlicht');
  expect(html).toContain('background:#0b5394');
});

test('the first button alone is filled, and the text has each label above its address', () => {
  const { text, html } = renderEmail({
    ...content,
    actions: [
      { label: 'Download: Report (PDF)', url: 'https://store.example/1' },
      { label: 'Download: Data workbook (Excel)', url: 'https://store.example/2' },
    ],
  });
  expect(html.match(/background:#0b5394/g)).toHaveLength(1);
  expect(html.indexOf('background:#0b5394')).toBeLessThan(html.indexOf('Report (PDF)'));
  expect(text).toContain('Download: Report (PDF)\nhttps://store.example/1\n\n');
});

test('addresses of the store in a paragraph are links, others stay text', () => {
  const { text, html } = renderEmail({
    ...content,
    opening: ['New links: https://store.example/renew-download. Not https://evil.example/x <b>'],
  });
  expect(html).toContain('<a href="https://store.example/renew-download" style="color:#0b5394">');
  expect(html).toContain('renew-download</a>. Not https://evil.example/x &lt;b&gt;</p>');
  expect(text).toContain('New links: https://store.example/renew-download. Not');
});

test('no line ends within the number of a document, however its prefix is written', () => {
  const { html, text } = renderEmail({
    ...content,
    opening: ['Invoice INV-/2026-000042 of order QI-000042, not A-B.'],
    actions: [{ label: 'Invoice INV-2026-000042 (PDF)', url: 'https://store.example/INV-1' }],
  });
  const whole = (number: string) => `<span style="white-space:nowrap">${number}</span>`;
  expect(html).toContain(
    `Invoice ${whole('INV-/2026-000042')} of order ${whole('QI-000042')}, not A-B.`,
  );
  expect(html).toContain(`Invoice ${whole('INV-2026-000042')} (PDF)</a>`);
  expect(html).toContain('href="https://store.example/INV-1"');
  expect(text).toContain('Invoice INV-/2026-000042 of order QI-000042, not A-B.');
});
