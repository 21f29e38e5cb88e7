import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

async function readReturnTarget(from: string): Promise<string> {
  const html = await (await pages.get(`/thank-you?from=${encodeURIComponent(from)}`)).text();
  return /href="([^"]*)" data-leave="5000"/.exec(html)?.[1] ?? '';
}

test.each([
  '//evil.example',
  '/\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/%09/evil.example',
  '/\t/evil.example',
  '@evil.example',
  '/ /evil',
  '/'.repeat(400),
  '\u2215\u2215evil.example',
])('/thank-you leads home and not to %j', async (from) => {
  const target = await readReturnTarget(from);
  expect(new URL(target, pages.server.url).origin).toBe(pages.server.url);
  if (!from.includes('%09')) expect(target).toBe('/');
});

test('/thank-you leads back to a page of ours after five seconds', async () => {
  expect(await readReturnTarget('/sample/x')).toBe('/sample/x');
});

test.each([
  ['form=sample&email=held&minutes=40', 'goes to your mailbox in about 40 minutes'],
  ['form=contact&email=left-out', 'No confirmation is emailed this time'],
  ['form=career&email=queued', 'Application submitted successfully!'],
  ['form=newsletter&email=queued', 'its link confirms your subscription'],
  ['form=sample&email=held&minutes=soon', 'Thank you for your visit.'],
  ['form=none&email=queued', 'Thank you for your visit.'],
  ['', 'Thank you for your visit.'],
])('/thank-you says what became of a form: %s', async (query, sentence) => {
  const html = await (await pages.get(`/thank-you?from=/faq&${query}`)).text();
  expect(html).toContain(sentence);
});
