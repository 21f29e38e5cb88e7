import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { endpoints } from '#src/api/endpoints.ts';
import { createApiClient } from '#src/api/typed-client.ts';
import { launchBrowser } from '../support/browser.ts';
import { type ApiTestClient, openApiTestClient } from './api-test-client.ts';

let api: ApiTestClient;
let browser: Browser;
beforeAll(async () => {
  [api, browser] = [await openApiTestClient(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

type Name = keyof typeof endpoints;

/** A client that keeps cookies, throws at a refusal and notes which endpoints it has called. */
function createVisitor(called: Set<string>) {
  let cookies = '';
  const client = createApiClient(api.server.url, async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies) headers.set('cookie', cookies);
    const response = await fetch(input, { ...init, headers });
    const cookie = response.headers.get('set-cookie')?.split(';')[0];
    if (cookie) cookies = cookies === '' ? cookie : `${cookies}; ${cookie}`;
    return response;
  });
  return async <K extends Name>(name: K, args: Parameters<typeof client<K>>[1]) => {
    const result = await client(name, args);
    if (!result.ok) throw new Error(`${name}: ${result.status} ${JSON.stringify(result.answer)}`);
    called.add(name);
    return result.answer;
  };
}
type Call = ReturnType<typeof createVisitor>;

const person = {
  name: 'Outside Program',
  email: 'outside@api.example',
  mobile_no: '+39 02 0000',
  company_name: 'Example',
  message: 'Hello',
};

async function readContent(call: Call): Promise<void> {
  for (const name of [
    'info',
    'metas',
    'industries',
    'service',
    'blog',
    'pressRelease',
    'client',
    'company',
    'faq',
    'countries',
  ] as const)
    await call(name, {});
  const { blogs } = await call('blog', {});
  await call('blogDetail', { path: { slug: String(blogs[0]?.slug) } });
  const { pressReleases } = await call('pressRelease', {});
  await call('pressReleaseDetail', { path: { slug: String(pressReleases[0]?.slug) } });
}

async function readReports(call: Call) {
  const { industries } = await call('industries', {});
  const industry = industries.find(({ slug }) => slug === api.report.industrySlug);
  const { reports } = await call('industryReports', { path: { slug: String(industry?.slug) } });
  const [first] = reports;
  if (!first) throw new Error('no report');
  expect((await call('reports', { query: { page: 1, per_page: 3 } })).reports).toHaveLength(3);
  await call('reportDetail', { path: { slug: first.slug } });
  await call('sampleReport', { path: { id: first.report_id } });
  return first;
}

async function submitForms(call: Call, reportCode: string): Promise<void> {
  await call('subscriber', {
    body: { email: person.email, turnstile_token: await api.createCaptchaToken() },
  });
  await call('contactUs', {
    body: { ...person, privacy_policy: true, turnstile_token: await api.createCaptchaToken() },
  });
  await call('sampleReportRequest', {
    body: {
      ...person,
      country: '+39',
      report_id: reportCode,
      type: '1',
      turnstile_token: await api.createCaptchaToken(),
    },
  });
  await call('becomeReseller', {
    body: {
      ...person,
      designation: 'Owner',
      country: 1,
      preciserequirement: 'Libraries',
      policy: 1,
      turnstile_token: await api.createCaptchaToken(),
    },
  });
  const form = new FormData();
  const { email } = person;
  const fields = { name: 'Cee', email, phone: '+1 202 555 0100', position: 'Analyst' };
  for (const [key, value] of Object.entries({ ...fields, message: 'Hello' })) form.set(key, value);
  form.set('cv', new Blob(['%PDF-1.4\n%%EOF']), 'cv.pdf');
  await call('carrer', { body: form });
}

async function openAccount(call: Call): Promise<void> {
  const { name, email, mobile_no } = person;
  await call('register', {
    body: { name, email, mobile_no, address: 'Via 1', password: 'correct horse' },
  });
  await call('login', { body: { email, password: 'correct horse' } });
  await call('forgetPassword', { body: { email } });
}

async function placeOrder(call: Call, reportCode: string) {
  const link = await call('buyNowLink', {
    path: { id: reportCode },
    query: { type: 'multiple-user' },
  });
  const order = await call('createOrder', {
    body: {
      ...person,
      title: 'Analyst',
      country: 1,
      address: 'Via 1',
      city: 'Milano',
      state: 'MI',
      zip: '20121',
      report_id: link.reportId,
      amount: link.price,
      policy: 1,
    },
  });
  return { price: link.price, ...order };
}

async function approvePayment(approvalUrl: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(approvalUrl);
  await page.route('**/payment-success*', (route) => route.fulfill({ body: 'held' }));
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success/);
}

test('another program can call all 27 endpoints with the typed client', async () => {
  const called = new Set<string>();
  const call = createVisitor(called);
  await readContent(call);
  const report = await readReports(call);
  await submitForms(call, report.report_id);
  await openAccount(call);
  const order = await placeOrder(call, report.report_id);
  expect(order.price).toBe(report.mprice);
  await approvePayment(order.approval_url);
  const paid = await call('captureOrder', { query: { token: order.order_id } });
  expect(paid.data.purchase_units[0]?.payments.captures[0]?.amount).toEqual({
    value: order.price.toFixed(2),
    currency_code: 'USD',
  });
  expect(paid.report.report_id).toBe(report.report_id);
  expect([...called].toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test('A-27 the description has all 27 endpoints, for programs and for people', async () => {
  const description = (await (await fetch(`${api.server.url}/admin/api/openapi.json`)).json()) as {
    openapi: string;
    paths: object;
  };
  expect(description.openapi).toBe('3.1.0');
  expect(
    Object.values(description.paths).flatMap((methods) => Object.keys(methods as object)),
  ).toHaveLength(27);
  const page = await browser.newPage();
  await page.goto(`${api.server.url}/admin/api/docs`);
  expect(await page.locator('section').count()).toBe(27);
  expect((await fetch(`${api.server.url}/admin/api/nothing`)).status).toBe(404);
});
