import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { endpoints } from '#src/api/endpoints.ts';
import { createApiClient } from '#src/api/typed-client.ts';
import { launchBrowser } from '../support/browser.ts';
import { openApiTestClient, type ApiTestClient } from './api-test-client.ts';

let at: ApiTestClient;
let browser: Browser;
beforeAll(async () => {
  [at, browser] = [await openApiTestClient(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await at?.close();
});

test('an outside program walks the whole contract with the typed client: every call goes well once', async () => {
  const walked = new Set<string>();
  let cookie = '';
  const client = createApiClient(at.server.url, async (input, init) => {
    const response = await fetch(input, {
      ...init,
      headers: {
        ...(init?.headers as Record<string, string> | undefined),
        ...(cookie ? { cookie } : {}),
      },
    });
    const made = response.headers.get('set-cookie')?.split(';')[0];
    if (made) cookie = cookie === '' ? made : `${cookie}; ${made}`;
    return response;
  });
  const well = async <K extends keyof typeof endpoints>(
    name: K,
    given: Parameters<typeof client<K>>[1],
  ) => {
    const got = await client(name, given);
    if (!got.ok) throw new Error(`${name}: ${got.status} ${JSON.stringify(got.answer)}`);
    walked.add(name);
    return got.answer;
  };
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
    await well(name, {});
  const { industries } = await well('industries', {});
  const industry = industries.find(({ slug }) => slug === at.report.industrySlug);
  const { reports } = await well('industryReports', { path: { slug: String(industry?.slug) } });
  const [first] = reports;
  if (!first) throw new Error('no report');
  expect((await well('reports', { query: { page: 1, per_page: 3 } })).reports).toHaveLength(3);
  await well('reportDetail', { path: { slug: first.slug } });
  await well('sampleReport', { path: { id: first.report_id } });
  await well('blogDetail', { path: { slug: String((await well('blog', {})).blogs[0]?.slug) } });
  await well('pressReleaseDetail', {
    path: { slug: String((await well('pressRelease', {})).pressReleases[0]?.slug) },
  });

  const person = {
    name: 'Outside Program',
    email: 'outside@wire.example',
    mobile_no: '+39 02 0000',
    company_name: 'Example',
    message: 'Hello',
  };
  await well('subscriber', {
    body: { email: person.email, turnstile_token: await at.createCaptchaToken() },
  });
  await well('contactUs', {
    body: { ...person, privacy_policy: true, turnstile_token: await at.createCaptchaToken() },
  });
  await well('sampleReportRequest', {
    body: {
      ...person,
      country: '+39',
      report_id: first.report_id,
      type: '1',
      turnstile_token: await at.createCaptchaToken(),
    },
  });
  await well('becomeReseller', {
    body: {
      ...person,
      designation: 'Owner',
      country: 1,
      preciserequirement: 'Libraries',
      policy: 1,
      turnstile_token: await at.createCaptchaToken(),
    },
  });
  const form = new FormData();
  for (const [key, value] of Object.entries({
    name: 'Cee',
    email: person.email,
    phone: '+1 202 555 0100',
    position: 'Analyst',
    message: 'Hello',
  }))
    form.set(key, value);
  form.set('cv', new Blob(['%PDF-1.4\n%%EOF']), 'cv.pdf');
  await well('carrer', { body: form });
  await well('register', {
    body: {
      name: person.name,
      email: person.email,
      mobile_no: person.mobile_no,
      address: 'Via 1',
      password: 'correct horse',
    },
  });
  await well('login', { body: { email: person.email, password: 'correct horse' } });
  await well('forgetPassword', { body: { email: person.email } });

  const link = await well('buyNowLink', {
    path: { id: first.report_id },
    query: { type: 'multiple-user' },
  });
  expect(link.price).toBe(first.mprice);
  const order = await well('createOrder', {
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
  const page = await browser.newPage();
  await page.goto(order.approval_url);
  await page.route('**/payment-success*', (route) => route.fulfill({ body: 'held' }));
  await page.click('button:has-text("Pay now")');
  await page.waitForURL(/payment-success/);
  const paid = await well('captureOrder', { query: { token: order.order_id } });
  expect(paid.data.purchase_units[0]?.payments.captures[0]?.amount).toEqual({
    value: link.price.toFixed(2),
    currency_code: 'USD',
  });
  expect(paid.report.report_id).toBe(first.report_id);
  expect([...walked].toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test('A-27 what the description says is what is served, and people can read it', async () => {
  const description = (await (await fetch(`${at.server.url}/admin/api/openapi.json`)).json()) as {
    openapi: string;
    paths: object;
  };
  expect(description.openapi).toBe('3.1.0');
  expect(
    Object.values(description.paths).flatMap((methods) => Object.keys(methods as object)),
  ).toHaveLength(27);
  const page = await browser.newPage();
  await page.goto(`${at.server.url}/admin/api/docs`);
  expect(await page.locator('section').count()).toBe(27);
  expect((await fetch(`${at.server.url}/admin/api/nothing`)).status).toBe(404);
});
