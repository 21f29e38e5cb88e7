import { expect, test } from 'vitest';
import { listHtmlErrors } from '../../test/support/html-validator.ts';
import { emailPage, inboxPage, type StoredEmail } from './inbox.ts';

const email: StoredEmail = {
  name: '1.eml',
  subject: 'Your order <1>',
  to: [{ name: 'Ada', address: 'ada@buyer.example' }],
  html:
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Your order</title></head>' +
    '\n<body style="margin:0"><p>Hello Ada</p></body></html>',
  headers: [],
  headerLines: [],
  attachments: [],
};

test('the inbox is one valid document, with and without emails', async () => {
  expect(await listHtmlErrors(inboxPage([email]))).toEqual([]);
  expect(await listHtmlErrors(inboxPage([]))).toEqual([]);
});

test('an email is shown in one valid document, in its own style', async () => {
  const html = emailPage(email);
  expect(await listHtmlErrors(html)).toEqual([]);
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(html).toContain('<div style="margin:0"><p>Hello Ada</p></div>');
});
