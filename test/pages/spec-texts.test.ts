import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { frameTexts, namedTexts, renderedTexts, type RenderedText } from '../support/spec-texts.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let reportCode: string;
let cookie: string;

/** A store without blog posts, press releases, testimonials and services, and an empty industry. */
beforeAll(async () => {
  server = await startTestServer();
  reportCode = String((await server.app.catalogue.reports.list(1)).items[0]?.code);
  for (const table of ['blogPost', 'pressRelease', 'testimonial', 'service'] as const)
    await server.db.deleteFrom(table).execute();
  await server.db
    .insertInto('industry')
    .values({
      slug: 'empty-industry',
      name: 'Empty industry',
      description: 'Nothing is published here.',
      metaTitle: 'Empty industry',
      metaDescription: 'Nothing is published here.',
      pictogram: 'tree',
    })
    .execute();
  const response = await fetch(`${server.url}/buy-now?id=${reportCode}&type=single-user`);
  cookie = String(response.headers.get('set-cookie')).split(';')[0] ?? '';
});
afterAll(() => server?.close());

const decodeEntities = (html: string): string =>
  html
    .replaceAll(/&(?:#x27|#39);/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The texts of the page's elements, between header and footer, as a visitor reads them. */
async function readTexts(response: Response): Promise<string[]> {
  const html = await response.text();
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? html;
  return decodeEntities(main.replaceAll('<!-- -->', ''))
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

const open = (path: string): Promise<Response> =>
  fetch(server.url + path, { redirect: 'manual', headers: { cookie } });

const post = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
    headers: { cookie, origin: server.url },
  });

const planPaypalFaults = (faults: Record<string, string[]>): Promise<Response> =>
  fetch(`${server.paypalUrl}/__sim/faults`, { method: 'POST', body: JSON.stringify(faults) });

const billing = {
  name: 'Ada Example',
  email: 'ada@texts.example',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
};

const submitCheckout = (): Promise<Response> =>
  post(`/buy-now?id=${reportCode}&type=single-user`, {
    ...billing,
    report_id: reportCode,
    type: 'single-user',
  });

/** The buyer approves an order at PayPal, which then answers nothing to the store. */
async function returnWhilePaypalIsAway(): Promise<Response> {
  const approvalUrl = String((await submitCheckout()).headers.get('location'));
  await fetch(approvalUrl, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  const faults = Array.from({ length: 10 }, () => '503');
  await planPaypalFaults({ capture: faults, get: faults });
  return open(`/payment-success?token=${new URL(approvalUrl).searchParams.get('token')}`);
}

async function submitCheckoutWith(fault: string): Promise<Response> {
  await planPaypalFaults({ create: [fault] });
  return submitCheckout();
}

async function submitCheckoutWithFault(): Promise<Response> {
  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  vi.spyOn(server.app.orders.placement, 'placeOrder').mockRejectedValueOnce(new Error('a fault'));
  return submitCheckout();
}

const message = { ...billing, message: 'A question', country_code: '+39', privacy_policy: '1' };

/** How a visitor comes to each text. */
const situations: Readonly<Record<RenderedText, readonly (() => Promise<Response>)[]>> = {
  "Looks like you're lost": [() => open('/nothing-here')],
  'Go to Home': [() => open('/nothing-here')],
  'Testimonials not available at the moment': [
    () => open('/testimonials'),
    () => open('/'),
    () => open('/contact'),
  ],
  'No Blogs Available': [() => open('/blog'), () => open('/')],
  'Blog Detail not found.': [() => open('/blog-detail/none')],
  'Services not available at the moment': [() => open('/services'), () => open('/')],
  'No data available in the Press Release.': [() => open('/press-release'), () => open('/')],
  'Press release not found.': [() => open('/press-details/none')],
  'No Reports Found for this Category': [() => open('/industries/empty-industry')],
  'No reports available for this industry.': [() => open('/?industry=empty-industry')],
  'Email is required': [
    () => post('/login', { password: 'secret' }),
    () => post('/forgot-password', { email: '' }),
  ],
  'Invalid email format': [
    () => post('/login', { email: 'ada', password: 'secret' }),
    () => post('/forgot-password', { email: 'ada@' }),
  ],
  'Password is required': [() => post('/login', { email: 'ada@texts.example' })],
  'Password must be at least 6 characters': [
    () => post('/login', { email: 'ada@texts.example', password: 'short' }),
    () => post('/signup', { ...billing, password: 'short' }),
  ],
  'Please accept the Terms & Conditions.': [
    () => post(`/buy-now?id=${reportCode}&type=single-user`, { ...billing, policy: '' }),
  ],
  'Please complete the CAPTCHA.': [
    () => post('/contact', message),
    () => post(`/sample/${reportCode}`, { ...message, country: '+39', report_id: reportCode }),
    () => post('/newsletter', { email: 'ada@texts.example' }),
  ],
  'Please complete the CAPTCHA verification.': [
    () =>
      post('/become-reseller', { ...message, preciserequirement: 'Everything', designation: 'A' }),
  ],
  'Password reset link has been sent to your email.': [
    () => post('/forgot-password', { email: 'ada@texts.example' }),
  ],
  'Something went wrong': [submitCheckoutWithFault],
  'Failed to initiate PayPal checkout': [
    () => submitCheckoutWith('issue:PAYEE_ACCOUNT_RESTRICTED'),
  ],
  'Error during checkout. Please try again.': [
    () => submitCheckoutWith('503'),
    () => submitCheckoutWith('reset'),
  ],
  'Payment capture failed.': [() => open('/payment-success?token=UNKNOWN1')],
  'Error fetching payment details.': [returnWhilePaypalIsAway],
  'No payment token provided.': [() => open('/payment-success')],
};

test.each(renderedTexts)(
  'section 8 of the specification: a page says "%s" in its situation',
  async (text) => {
    for (const show of situations[text]) expect(await readTexts(await show())).toContain(text);
  },
);

const fillAddress = async (path: string): Promise<string> => {
  const card = (await server.app.catalogue.reports.list(1)).items[0];
  return path
    .replace('{report}', String(card?.slug))
    .replace('{code}', String(card?.code))
    .replace('{industry}', String(card?.industrySlug));
};

test.each(Object.entries(namedTexts))(
  'section 2 of the specification: %s says what it names',
  async (path, named) => {
    const texts = new Set(await readTexts(await open(await fillAddress(path))));
    expect(named.filter((text) => !texts.has(text))).toEqual([]);
  },
);

test('section 2 of the specification: header and footer say what it names', async () => {
  const html = await (await open('/about')).text();
  const frame = html.replace(/<main.*<\/main>/s, '');
  const texts = new Set(
    decodeEntities(frame)
      .split(/<[^>]*>/)
      .map((text) => text.trim()),
  );
  expect(frameTexts.filter((text) => !texts.has(text))).toEqual([]);
});

test('the document title of a page that does not exist has the named text and the brand', async () => {
  const html = decodeEntities(await (await open('/nothing-here')).text());
  expect(html).toContain("<title>Looks like you're lost | Quillmark Insights</title>");
});
