import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
let checkoutPath: string;
beforeAll(async () => {
  pages = await startPageTestServer();
  checkoutPath = `/buy-now?id=${pages.report.code}`;
});
afterAll(() => pages?.server.close());

test('a form larger than 64 KB is refused with 413', async () => {
  const response = await pages.postForm(checkoutPath, { name: 'x'.repeat(70_000) });
  expect(response.status).toBe(413);
});

test('a wrong checkout form names each field at fault and keeps what was typed', async () => {
  const response = await pages.postForm(`${checkoutPath}&type=single-user`, {
    name: 'Ada <b>',
    email: 'no address',
    report_id: pages.report.code,
    type: 'single-user',
  });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('value="Ada &lt;b&gt;"');
  expect(html).toContain('Please give an email address like name@company.com.');
  expect(html).toContain('Please accept the Terms &amp; Conditions.');
});

test('a contact form without a captcha is refused and keeps what was typed', async () => {
  const response = await pages.postForm('/contact', {
    name: 'Ada',
    email: 'ada@example.com',
    country_code: '+39',
    mobile_no: '02 0000',
    company_name: 'Example',
    message: 'Typed <b>words</b>',
    privacy_policy: '1',
  });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('Please complete the CAPTCHA.');
  expect(html).toContain('Typed &lt;b&gt;words&lt;/b&gt;</textarea>');
  expect(html).toContain('<option value="+39" selected>');
});
