import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billing, openAttacker, type Attacker } from './attacker.ts';

let at: Attacker;
beforeAll(async () => {
  at = await openAttacker();
});
afterAll(() => at?.close());
beforeEach(async () => void (await at.server.db.deleteFrom('rateLimit').execute()));

const postToApi = async (path: string, body: object) => {
  const answer = await fetch(`${at.server.url}/admin/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.text()] as const;
};
async function waitForEmail(
  to: string,
  subject: RegExp,
): Promise<{ subject: string; text: string; html: string }> {
  for (let i = 0; i < 100; i++) {
    const found = (await at.listEmailsTo(to)).find((one) => subject.test(one.subject));
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`no letter ${String(subject)} to ${to}`);
}

test('A-10 a known address and an unknown one get the same status, words and size, wherever an address is asked for', async () => {
  await at.createCustomer('known@company.example');
  const login = (email: string) => postToApi('/user/login', { email, password: 'wrong password' });
  const forgot = (email: string) => postToApi('/forget-password', { email });
  const register = (email: string) =>
    postToApi('/user/register', {
      name: 'Ada',
      email,
      mobile_no: '+39 02 0000',
      address: 'Via 1',
      password: 'correct horse',
    });
  for (const ask of [login, forgot, register])
    expect(await ask('known@company.example')).toEqual(await ask('other@company.example'));
  const page = async (path: string, form: Record<string, string>) => {
    const answer = await at.openSession().postForm(path, form);
    return [answer.status, (await answer.text()).replaceAll(/known@|other@/g, '')];
  };
  for (const [path, more] of [
    ['/login', { password: 'wrong password' }],
    ['/forgot-password', {}],
    ['/renew-download', { number: 'QI-000001' }],
  ] as const) {
    expect(await page(path, { email: 'known@company.example', ...more })).toEqual(
      await page(path, { email: 'other@company.example', ...more }),
    );
  }
});

test('A-11 tries are counted by account and by visitor, a made-up X-Forwarded-For changes nothing, and nobody is locked out for good', async () => {
  await at.createCustomer('brute@company.example');
  const statuses: number[] = [];
  for (let i = 0; i < 14; i++) {
    const answer = await at.openSession().request('/login', {
      method: 'POST',
      headers: {
        origin: at.server.url,
        'x-forwarded-for': `10.0.0.${i}`,
        'X-FORWARDED-FOR': `10.1.0.${i}`,
        forwarded: `for=10.2.0.${i}`,
        'x-real-ip': `10.3.0.${i}`,
      },
      body: new URLSearchParams({ email: 'brute@company.example', password: 'wrong password' }),
    });
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses.slice(-2)).toEqual([429, 429]);
  expect(
    await at.server.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', 'brute@company.example')
      .execute(),
  ).toHaveLength(1);
});

test('A-12 a link in a letter is built from the configured address, whatever Host asked for it, works once and lets no referrer out', async () => {
  const email = 'host@company.example';
  await at.createCustomer(email);
  const body = new URLSearchParams({ email }).toString();
  await at.sendRawHttp(
    `POST /forgot-password HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  const { text, html } = await waitForEmail(email, /new password/i);
  expect(text + html).not.toContain('evil.example');
  const link = new URL(/http\S+reset-password\S+/.exec(text)?.[0] ?? '');
  expect(link.origin).toBe(new URL(at.server.url).origin);
  const page = await at.openSession().request(link.pathname + link.search);
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  const change = (password: string) =>
    at.openSession().postForm(link.pathname + link.search, { password });
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) => change(`a new password ${i}`)),
  );
  expect(all.filter(({ status }) => status < 400)).toHaveLength(1);
  expect((await change('yet another one')).status).toBe(404);
});

test('A-13 a session is made by logging in alone, and is worth nothing after logging out, another password or the end of the account', async () => {
  const email = 'session@company.example';
  await at.createCustomer(email);
  const fixed = `session=${'f'.repeat(64)}`;
  const login = await at
    .openSession(fixed)
    .postForm('/login', { email, password: 'correct horse' });
  const made = /session=([0-9a-f]{64})/.exec(login.headers.get('set-cookie') ?? '')?.[0] ?? '';
  expect(made).not.toBe(fixed);
  expect(login.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  expect((await at.openSession(fixed).request('/profile')).status).toBe(302);
  const mine = at.openSession(made);
  expect((await mine.request('/profile')).status).toBe(200);
  await mine.postForm('/logout', {});
  expect((await mine.request('/profile')).status).toBe(302);
  const again = await at.createCustomer(email);
  const other = await at.createCustomer(email);
  const changed = await again.postForm('/profile', {
    what: 'password',
    present: 'correct horse',
    password: 'another horse',
  });
  expect([changed.status, await changed.text()]).toEqual([
    200,
    expect.stringContaining('Your password is changed'),
  ]);
  expect((await other.request('/profile')).status).toBe(302);
  expect((await again.request('/profile')).status).toBe(302);
});

describe('A-16 an address or a name with more in it', () => {
  test.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example,c@d.example',
    '"a@evil.example"@b.example',
    'a@b.example;c@d.example',
    '<a@b.example>',
    'group:a@b.example;',
    'a＠b.example',
    `${'x'.repeat(10_000)}@b.example`,
    'a@b.example%0aBcc:x@y.example',
    'a b@c.example',
    '@b.example',
    'a@',
    'a@b..example',
  ])('%j is refused as an address everywhere', async (email) => {
    const register = await at.openSession().postForm('/signup', {
      name: 'Ada',
      email,
      mobile_no: '+39 02 0000',
      address: 'Via 1',
      password: 'correct horse',
    });
    const order = await at
      .openBuyerSession('a')
      .postForm(`/buy-now?id=${at.reportCode}&type=single-user`, {
        ...billing,
        email,
        report_id: at.reportCode,
        type: 'single-user',
        method: 'bank',
      });
    expect([register.status, order.status]).toEqual([422, 422]);
  });

  test('a name with a line break is refused, and one with every sign that mail knows reaches one recipient', async () => {
    expect(
      (
        await at.openBuyerSession('b').postForm(`/buy-now?id=${at.reportCode}&type=single-user`, {
          ...billing,
          name: 'Ada\r\nBcc: eve@evil.example',
          email: 'one@company.example',
          report_id: at.reportCode,
          type: 'single-user',
          method: 'bank',
        })
      ).status,
    ).toBe(422);
    const name = 'Ada "<eve@evil.example>", =?utf-8?B?QmNj?= \\ ; (x)';
    expect(
      (
        await at.openBuyerSession('b').postForm(`/buy-now?id=${at.reportCode}&type=single-user`, {
          ...billing,
          name,
          company_name: name,
          email: 'one@company.example',
          report_id: at.reportCode,
          type: 'single-user',
          method: 'bank',
        })
      ).status,
    ).toBe(303);
    await waitForEmail('one@company.example', /how to pay/);
    const all = (await (await fetch(`${at.server.mailboxUrl}/letters.json`)).json()) as {
      to: { address: string }[];
    }[];
    expect(all.every(({ to }) => to.length === 1)).toBe(true);
    expect(await at.listEmailsTo('eve@evil.example')).toEqual([]);
  });
});

test('A-34 nobody can have letters poured over another: newsletter, transfer, seats, confirmation and reset are slowed, and no subject is theirs', async () => {
  const victim = 'victim@elsewhere.example';
  for (let i = 0; i < 6; i++) {
    await at.openBuyerSession(String(i)).postForm(`/buy-now?id=${at.reportCode}&type=single-user`, {
      ...billing,
      name: 'BUY PILLS',
      company_name: 'BUY PILLS',
      email: victim,
      report_id: at.reportCode,
      type: 'single-user',
      method: 'bank',
    });
    await at.openSession().postForm('/forgot-password', { email: victim });
    await at.openSession().postForm('/signup', {
      name: 'BUY PILLS',
      email: victim,
      mobile_no: '+39 02 0000',
      address: 'Via 1',
      password: 'correct horse',
    });
  }
  await sleep(1500);
  const letters = await at.listEmailsTo(victim);
  expect(letters.length).toBeLessThanOrEqual(7);
  expect(letters.filter(({ subject }) => /PILLS/.test(subject))).toEqual([]);
});

test('A-20 words of a megabyte, and patterns made to be slow, are answered as quickly as any other', async () => {
  const long = 'a'.repeat(200_000);
  for (const [path, init] of [
    [`/custom_search?q=${'a'.repeat(20_000)}`, {}],
    [`/data/search?q=${'%25'.repeat(5000)}`, {}],
    [`/data/search?q=${encodeURIComponent(`${'(a+)+'.repeat(500)}$`)}`, {}],
    [`/data/search?q=${encodeURIComponent('é'.repeat(3000))}`, {}],
    ['/faq', { headers: { 'user-agent': long.slice(0, 20_000) } }],
    [
      '/login',
      {
        method: 'POST',
        headers: { origin: at.server.url },
        body: new URLSearchParams({ email: `${long.slice(0, 50_000)}@`, password: 'x' }),
      },
    ],
    [
      '/signup',
      {
        method: 'POST',
        headers: { origin: at.server.url },
        body: new URLSearchParams({
          email: `a@${'b.'.repeat(20_000)}`,
          name: ' '.repeat(20_000),
          mobile_no: '+'.repeat(10_000),
          address: 'x',
          password: 'x',
        }),
      },
    ],
    [
      '/admin/api/user/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: long.repeat(6), password: 'x' }),
      },
    ],
  ] as [string, RequestInit][]) {
    const answer = await at
      .openSession()
      .request(path, { ...init, signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    expect([path.slice(0, 40), answer.status < 500]).toEqual([path.slice(0, 40), true]);
  }
}, 60_000);

test('A-25 quotes, comments and commands in every field, address, header and cookie change nothing and are never a fault', async () => {
  const counts = async () =>
    JSON.stringify([
      await at.server.db
        .selectFrom('report')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute(),
      await at.server.db
        .selectFrom('customer')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute(),
    ]);
  const before = await counts();
  for (const evil of [
    "' or 1=1 --",
    '"; drop table report; --',
    "'; select pg_sleep(5); --",
    '1) union select password from customer --',
    "\\'",
    '%27%20or%201=1',
    '${7*7}',
    '{{7*7}}',
    '$$',
    "\u0000'",
  ]) {
    const word = encodeURIComponent(evil);
    for (const path of [
      `/custom_search?q=${word}&industry=${word}&sort=${word}&price_from=${word}&page=${word}`,
      `/report-store?page=${word}`,
      `/industries/${word}`,
      `/${word}`,
      `/sample/${word}`,
      `/payment-success?order=${word}`,
      `/payment-success?token=${word}`,
      `/buy-now?id=${word}&type=${word}`,
      `/download/${word}`,
      `/paper/${word}`,
      `/verify/${word}`,
      `/seat/${word}`,
      `/join/${word}?signature=${word}`,
      `/reset-password?token=${word}`,
      `/admin/api/reports?page=${word}&per_page=${word}`,
      `/admin/api/reports-detail/${word}`,
      `/admin/api/custom-buy-now-link/${word}?type=${word}`,
    ]) {
      const answer = await at.openSession(`session=${word}; buyer=${word}`).request(path, {
        headers: {
          'accept-language': evil.replaceAll('\u0000', ''),
          'x-forwarded-for': evil.replaceAll('\u0000', ''),
        },
      });
      await answer.arrayBuffer();
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
    for (const [path, form] of [
      ['/login', { email: evil, password: evil }],
      ['/renew-download', { number: evil, email: evil }],
      ['/forgot-password', { email: evil }],
      [
        `/buy-now?id=${at.reportCode}&type=single-user`,
        { ...billing, email: evil, zip: evil, report_id: evil, type: evil },
      ],
    ] as const) {
      expect([path, (await at.openSession().postForm(path, form)).status < 500]).toEqual([
        path,
        true,
      ]);
    }
  }
  expect(await counts()).toBe(before);
}, 60_000);
