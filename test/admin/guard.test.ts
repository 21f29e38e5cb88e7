import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '#core/staff/model.ts';
import { mayDo, staffVerbs, type StaffVerb } from '#core/staff/verbs.model.ts';
import { startAdminTestServer, type AdminTestServer } from './admin-test-client.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { createOrderPlacer } from './order-placer.ts';
import { listAdminPages, type AdminPage } from './list-admin-pages.ts';
import { listForms, listWrittenIntents, toPattern } from './list-forms.ts';
import { intentsOfWork, postsByRoute, routesWithoutVerb, toMissingPath } from './role-matrix.ts';

let admin: AdminTestServer;
let pages: AdminPage[];
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  pages = await listAdminPages();
});
afterAll(() => admin?.close());

/** The verbs of a page; none for one that needs no session. */
const listVerbs = ({ handle }: AdminPage): StaffVerb[] =>
  [(handle as { verb?: StaffVerb | StaffVerb[] }).verb ?? []].flat();
const isOpen = ({ handle }: AdminPage): boolean =>
  (handle as { isOpen?: boolean } | undefined)?.isOpen === true;
const listGuarded = (): AdminPage[] => pages.filter((page) => !isOpen(page));

test('every page of the back office names the verbs of its readers, or says that it is open', () => {
  expect(pages.length).toBeGreaterThan(2);
  const unnamed = listGuarded().filter(
    (page) =>
      typeof page.handle !== 'object' ||
      page.handle === null ||
      listVerbs(page).length === 0 ||
      listVerbs(page).some((verb) => !Object.hasOwn(staffVerbs, verb)),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});

test('F1: signed out every address and its data lead to the login and show nothing', async () => {
  const spellings = [
    '/ADMIN',
    '/%61dmin',
    '/admin/',
    '/admin.data',
    '/Admin/orders',
    '/admin/x.data',
  ];
  const paths = listGuarded().flatMap(({ path }) => [path, `${path}.data`, `${path}?a=1&b=2`]);
  for (const path of [...paths, ...spellings])
    for (const method of ['get', 'post'] as const) {
      const response =
        method === 'get'
          ? await admin.visitor.get(path)
          : await admin.visitor.post(path, { a: '1' });
      // A form is posted on to the login, which keeps it.
      const isForm = method === 'post';
      expect([path, method, response.status]).toEqual([path, method, isForm ? 307 : 303]);
      expect(response.headers.get('location')).toMatch(/^\/admin\/login\?next=%2F/);
      expect(await response.text()).toBe('');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  const next = await admin.visitor.get('/admin/orders?state=paid&sort=-date');
  expect(next.headers.get('location')).toBe(
    '/admin/login?next=%2Fadmin%2Forders%3Fstate%3Dpaid%26sort%3D-date',
  );
});

test('F1: signed out a script that asks for JSON is told so, and nothing else', async () => {
  const response = await admin.visitor.get('/admin/search', { accept: 'application/json' });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ ok: false, code: 'unauthenticated' });
});

test('A-28 F2: with the cookie of a customer one is signed out', async () => {
  const { accounts } = admin.server.app;
  const form = {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse',
    mobile_no: '+39 02 0000',
    address: 'Via 1',
  };
  const visitor = { clientIp: '203.0.113.77', userAgent: 'test' };
  await accounts.registration.register(form, visitor);
  const loggedIn = await accounts.sessions.login(form, visitor);
  const secret = loggedIn.ok ? loggedIn.value.session : '';
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  for (const cookie of [`session=${secret}`, `staff=${secret}`, `session=${secret}; staff=x`]) {
    for (const path of ['/admin', '/admin/orders', '/admin/account', '/admin/reports.data']) {
      const response = await admin.visitor.get(path, { cookie });
      expect([path, response.status]).toEqual([path, 303]);
      expect(response.headers.get('location')).toMatch(/^\/admin\/login\?next=/);
    }
    const posted = await admin.visitor.post('/admin/account', { intent: 'name' }, { cookie });
    expect(posted.status).toBe(307);
  }
});

test('F3: each role sees the pages that it may, others answer 403, and the menu shows exactly these', async () => {
  // An owner may everything, and is the first.
  let everyEntry: (string | undefined)[] = [];
  expect(roles[0]).toBe('owner');
  for (const role of roles) {
    const client = await admin.signIn(role);
    for (const page of listGuarded()) {
      const isAllowed = listVerbs(page).some((verb) => mayDo(role, verb));
      const isRefusal = page.path === '/admin/not-allowed';
      const { status } = await client.get(page.path);
      // A piece of long work is for who may do it: the page asks its verb, not its own.
      const asksWork = page.pattern.includes('/work/:id');
      if (!asksWork)
        expect([role, page.path, status === 403]).toEqual([
          role,
          page.path,
          !isAllowed || isRefusal,
        ]);
      if (isAllowed)
        expect([page.path, [200, 303, 403, 404, 405, 410].includes(status)]).toEqual([
          page.path,
          true,
        ]);
    }
    const html = await (await client.get('/admin')).text();
    const [, nav = ''] = /<nav id="admin-menu"(.*?)<\/nav>/s.exec(html) ?? [];
    const menu = [...nav.matchAll(/href="(\/admin[^"]*)"/g)].map(([, path]) => path);
    const allowed = listGuarded().filter((page) =>
      listVerbs(page).some((verb) => mayDo(role, verb)),
    );
    if (role === 'owner') everyEntry = menu;
    expect(menu.length).toBeGreaterThan(3);
    expect(menu).toEqual(everyEntry.filter((path) => allowed.some((page) => page.path === path)));
  }
});

test('F3: a post that the role may not send is refused in the frame, and audited', async () => {
  const refused = listGuarded().find((page) =>
    listVerbs(page).every((verb) => !mayDo('viewer', verb)),
  );
  if (!refused) return;
  const client = await admin.signIn('viewer');
  const posted = await client.post(refused.path, { intent: 'x' });
  expect(posted.status).toBe(403);
  expect(await posted.text()).toContain('Your role does not allow this');
  const entry = await admin.server.db
    .selectFrom('auditEntry')
    .select(['outcome', 'thingId'])
    .where('staffId', '=', client.staffId)
    .executeTakeFirst();
  expect(entry).toEqual({ outcome: 'refused', thingId: refused.path });
});

/** Intents that are sent before anybody is signed in. */
const intentsOfOpenPages = ['accept', 'code', 'passkey', 'password', 'totp'];

/** Pages of what everybody may do for themselves. */
const ownPages = /^\/admin\/(?:account|shortcuts|prove|logout|passkey|search)/;

test('A-35 F6: each form that an owner sees has a key; a viewer who posts it gets 403', async () => {
  const [owner, viewer] = [await admin.signIn('owner'), await admin.signIn('viewer')];
  const buyers = await createOrderPlacer(admin.server);
  await buyers.placeOrder('card');
  await buyers.placeOrder('bank');
  await insertEnquiry(admin.server.db, { email: 'forms@guard.example' });
  const waiting = ['/admin'];
  const known = new Set(waiting);
  const posted = new Map<string, number>();
  const unkeyed: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await owner.get(path);
    if (!response.headers.get('content-type')?.includes('text/html')) continue;
    const html = await response.text();
    for (const form of listForms(path, html)) {
      const intent = form.fields['intent'] ?? form.fields['step'] ?? '';
      if (!form.fields['form-key'] && form.action !== '/admin/logout') unkeyed.push(form.action);
      const key = `${toPattern(form.action)} ${intent} ${form.fields['step'] ?? ''}`;
      if (ownPages.test(form.action) || posted.has(key)) continue;
      posted.set(key, (await viewer.post(form.action, form.fields)).status);
    }
    for (const [, href = ''] of html.matchAll(/<a[^>]*href="(\/admin[^"#]*)"/g)) {
      const next = href.replaceAll('&amp;', '&').split('?')[0] ?? '';
      if (known.has(toPattern(next)) || ownPages.test(next)) continue;
      known.add(toPattern(next));
      waiting.push(next);
    }
  }
  expect([...posted].filter(([, status]) => status !== 403)).toEqual([]);
  expect(posted.size).toBeGreaterThan(30);
  expect(unkeyed).toEqual([]);
});

test('every form of the back office is in the matrix of roles and verbs', () => {
  const takingForms = listGuarded().filter(({ takesForms }) => takesForms);
  const known = [...Object.keys(postsByRoute), ...routesWithoutVerb];
  expect([...new Set(takingForms.map(({ pattern }) => pattern.slice(1)))].toSorted()).toEqual(
    known.toSorted(),
  );
  const intents = Object.values(postsByRoute).flatMap((posts) =>
    posts.flatMap(([, { intent }]) => intent ?? []),
  );
  const written = listWrittenIntents();
  expect(
    written.filter(
      (intent) => ![...intents, ...intentsOfOpenPages, ...intentsOfWork].includes(intent),
    ),
  ).toEqual([]);
});

test('F3: each role sends the forms of its verbs, and every other is 403 and audited', async () => {
  const wrong: unknown[] = [];
  const json = { accept: 'application/json' };
  for (const role of roles) {
    const client = await admin.signIn(role);
    const refused: string[] = [];
    for (const [route, posts] of Object.entries(postsByRoute))
      for (const [verb, form] of posts) {
        const { status } = await client.post(toMissingPath(route), form, json);
        const isAllowed = mayDo(role, verb);
        const isTaken = status !== 400 && status !== 403 && status < 500;
        if (isAllowed ? !isTaken : status !== 403) wrong.push([role, route, form, status]);
        if (!isAllowed) refused.push(verb);
      }
    const entries = await admin.server.db
      .selectFrom('auditEntry')
      .select('verb')
      .where('staffId', '=', client.staffId)
      .where('refusal', '=', 'Your role does not allow this.')
      .execute();
    expect([role, entries.length]).toEqual([role, refused.length]);
  }
  expect(wrong).toEqual([]);
});

test('F7: a post from another site is refused, whoever is signed in', async () => {
  const client = await admin.signIn('owner');
  for (const { path } of pages) {
    const foreign = { origin: 'https://evil.example' };
    expect([path, (await client.post(path, {}, foreign)).status]).toEqual([path, 403]);
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect([path, (await client.post(path, {}, crossSite)).status]).toEqual([path, 403]);
  }
});
