import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from '../admin/admin-test-client.ts';
import { testProgram } from '../support/test-staff.ts';
import { listAllRoutes, type Door, type StoreRoute } from './all-routes.ts';
import {
  createRawClient,
  wrongBodies,
  wrongHeaders,
  wrongNames,
  wrongValues,
  writeQuery,
  type Answered,
  type Sent,
} from './programs-walk.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let token: string;
let routes: StoreRoute[];
let send: (sent: Sent) => Promise<Answered>;

beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner'], { TRUST_PROXY: '1' }));
  const scopes = ['imports', 'export'] as const;
  const created = await admin.server.app.apiTokens.create(testProgram, { name: 'x', scopes });
  if (!created.ok) throw new Error(created.message);
  token = created.value;
  routes = await listAllRoutes(admin.server);
  send = createRawClient(admin.server.url);
});
afterAll(() => admin?.close());

/** The address of a route with one text in place of each name. */
const fill = ({ pattern }: StoreRoute, text: string): string =>
  pattern.replaceAll(/:\w+(\{[^/]*\})?/g, (_, rule: string | undefined) => {
    const [, ending = ''] = /\\(\.\w+)\}$/.exec(rule ?? '') ?? [];
    return text + ending;
  });

const html = { accept: 'text/html' };
/** Whoever may do everything there, so that nothing is refused for who sends it. */
const identify = (door: Door): Record<string, string> =>
  ({
    page: html,
    file: html,
    office: { ...html, cookie: `${owner.cookie.name}=${owner.cookie.value}` },
    contract: {},
    data: {},
    'import-api': { authorization: `Bearer ${token}` },
  })[door];

const ask = (route: StoreRoute, sent: Sent): Promise<Answered> => {
  const headers = { ...identify(route.door), ...sent.headers };
  if (isCall(route)) headers['accept'] = sent.headers?.['accept'] ?? 'application/json';
  return send({ ...sent, headers });
};

/** Routes of /admin that scripts of ours call, which get JSON. */
const isCall = ({ door, pattern }: StoreRoute): boolean =>
  door === 'contract' ||
  door === 'import-api' ||
  door === 'data' ||
  /^\/admin\/(uploads|passkey|media\/data|search-data|reports\/:id\/save)/.test(pattern);

/** Returns the fault of a refusal's shape; '' if there is none. */
function findShapeFault(route: StoreRoute, method: string, answered: Answered): string {
  const { status, headers, text } = answered;
  const type = headers['content-type'] ?? '';
  if (/node_modules|\.ts:\d|at async|select "[a-z]|Unexpected Server Error/.test(text))
    return 'internals';
  if (/went wrong|our fault|fault of the program/i.test(text)) return 'blames the store';
  if (status === 405 && !headers.allow) return 'no Allow';
  if (method === 'HEAD') return text === '' ? '' : 'a body after HEAD';
  if (status === 304 || /image\/svg/.test(type)) return '';
  if (!isCall(route)) return /[a-z]{3}.*[.!?]/is.test(text) ? '' : 'no sentence';
  if (!type.startsWith('application/json')) return `${type} for a call`;
  const { success, ok, message, files, code } = JSON.parse(text) as Record<string, unknown>;
  const isRefusal = success === false || ok === false || code !== undefined;
  return isRefusal && (typeof message === 'string' || Array.isArray(files)) ? '' : 'no refusal';
}

const isMistake = ({ status }: Answered): boolean => status >= 400 && status < 500;

/** The sentence of a route that answered wrongly. */
const tell = (route: StoreRoute, what: string, { status, text }: Answered, fault: string): string =>
  `${what} ${route.pattern}: ${status} ${fault} ${text.slice(0, 120)}`;

/**
 * Tables in which a refused request may leave a trace: when who was seen, what is counted, and
 * finished pages, which are kept once somebody has read them. That the audit log has its refusal is
 * right, too.
 */
const countingTables = new Set([
  'rate_limit',
  'kept_page',
  'kept_page_floor',
  'dropped_tag',
  'scheduled_job',
  'staff',
  'staff_session',
  'api_token',
  'provider_list_reading',
  'file_place',
  'try_count',
  'find_missed',
  'find_missed_day',
  'report_editor',
]);

async function readTables(): Promise<Record<string, string>> {
  const { db } = admin.server;
  const tables = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const read: Record<string, string> = {};
  for (const { name } of tables.rows) {
    if (countingTables.has(name) || name.startsWith('graphile_')) continue;
    const digest = sql<{ digest: string }>`
      select md5(coalesce(string_agg(one::text, ',' order by one::text), '')) as digest
      from ${sql.table(name)} as one
      where ${name === 'audit_entry' ? sql`one.outcome = 'done'` : sql`true`}`;
    read[name] = (await digest.execute(db)).rows[0]?.digest ?? '';
  }
  return read;
}

/** Answers what `walk` found, after which every table is as it was. */
async function expectNothingChanged(walk: () => Promise<string[]>): Promise<void> {
  const before = await readTables();
  expect(await walk()).toEqual([]);
  expect(await readTables()).toEqual(before);
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

test('A-72 the walk knows every kind of route', () => {
  const counts = Map.groupBy(routes, ({ door }) => door);
  for (const door of ['page', 'office', 'contract', 'import-api', 'data', 'file'] as const)
    expect([door, (counts.get(door) ?? []).length > 3]).toEqual([door, true]);
  expect(routes.length).toBeGreaterThan(180);
});

test('A-72 a method that an address does not have is 405 with Allow, and nothing happens', async () => {
  await expectNothingChanged(async () => {
    const faults: string[] = [];
    for (const route of routes)
      for (const method of allMethods.filter((one) => !route.methods.includes(one))) {
        const answered = await ask(route, { method, path: fill(route, 'x') });
        const fault = findShapeFault(route, method, answered);
        const isExpected = answered.status === 405 || takesAnyName(route, answered);
        if (!isExpected || fault) faults.push(tell(route, method, answered, fault));
      }
    return faults;
  });
});

/** Tells if every name at this place is an address. */
const takesAnyName = ({ pattern }: StoreRoute, { status }: Answered): boolean =>
  status === 404 && pattern.startsWith('/api/v1/imports/:id');

/** Every mistake at every call; at pages and screens each of them at every fourth. */
const isTried = ({ door }: StoreRoute, place: number): boolean =>
  (door !== 'page' && door !== 'office') || place % 4 === 0 || process.env['ALL_MISTAKES'] === '1';

type Asked = readonly [route: StoreRoute, what: string, sent: Sent];

/**
 * Asks all of it; answers those that blame the store, have the wrong shape, or that `judge` names.
 */
async function findFaults(
  asked: readonly Asked[],
  judge: (route: StoreRoute, answered: Answered) => string = () => '',
): Promise<string[]> {
  const faults: string[] = [];
  for (const [place, [route, what, sent]] of asked.entries()) {
    if (!isTried(route, place)) continue;
    const answered = await ask(route, sent);
    const isFault = answered.status >= 500;
    const shape = answered.status >= 400 ? findShapeFault(route, sent.method, answered) : '';
    const fault = isFault ? 'a fault' : shape || judge(route, answered);
    if (fault) faults.push(tell(route, `${sent.method} ${what.slice(0, 40)}`, answered, fault));
  }
  return faults;
}

const mustBeRefused = (_: StoreRoute, answered: Answered): string =>
  isMistake(answered) ? '' : 'is answered';

test('A-72 what stands in a path and is nobody’s name is refused, whatever the method', async () => {
  const named = routes.filter(({ pattern }) => pattern.includes('/:'));
  const asked = named.flatMap((route) =>
    wrongNames.flatMap((name) =>
      route.methods
        .filter((method) => method !== 'OPTIONS')
        .map((method): Asked => [route, name, { method, path: fill(route, name) }]),
    ),
  );
  const judge = (route: StoreRoute, answered: Answered): string =>
    // Another spelling of an address leads to the one that it has.
    route.door === 'page' && answered.status === 301 ? '' : mustBeRefused(route, answered);
  await expectNothingChanged(() => findFaults(asked, judge));
});

const reads = (): StoreRoute[] => routes.filter(({ methods }) => methods.includes('GET'));
/** Their GET begins an export, by a link of ours and for staff alone. */
const isExport = ({ pattern }: StoreRoute): boolean =>
  /^\/admin\/(.*export|orders\/ledger|audit\.csv|account\/app)/.test(pattern);

test('A-72 broken, repeated and unknown names and values of a query are no fault of ours', async () => {
  const asked = reads().flatMap((route) =>
    wrongValues.map((value): Asked => {
      const path = `${fill(route, 'x')}?${writeQuery(value)}`;
      return [route, value, { method: isExport(route) ? 'HEAD' : 'GET', path }];
    }),
  );
  await expectNothingChanged(() => findFaults(asked));
});

test('A-72 a HEAD does what a GET does without its body, and begins nothing', async () => {
  const asked = routes
    .filter(({ methods }) => methods.includes('HEAD'))
    .map((route): Asked => [route, 'HEAD', { method: 'HEAD', path: fill(route, 'x') }]);
  await expectNothingChanged(() =>
    findFaults(asked, (_, { text }) => (text === '' ? '' : 'a body')),
  );
});

test('A-72 headers that nobody can read are no fault of ours', async () => {
  const asked = reads().flatMap((route) =>
    wrongHeaders.map((headers): Asked => {
      const method = isExport(route) ? 'HEAD' : 'GET';
      return [route, JSON.stringify(headers), { method, path: fill(route, 'x'), headers }];
    }),
  );
  await expectNothingChanged(() => findFaults(asked));
});

/** Addresses that take any body: a file, or none at all. */
const takesAnyBody = new Set(['/api/v1/imports', '/api/v1/files', '/api/v1/files/zip']);
/**
 * Forms without a field: their address says what they do. Or ones that lead to the login first, or
 * whose page makes a new secret each time it is shown.
 */
const needsNoField = new Set([
  '/admin/reports/:id/preview',
  '/admin/account/app',
  '/admin/logout',
  '/logout',
  '/profile',
  '/admin/login',
  '/admin/login/set-up',
]);

/** The address of a route with names of what is there. */
async function fillReal(): Promise<(route: StoreRoute) => string> {
  const [report] = (await admin.server.app.catalogue.reports.list(1)).items;
  const real: Readonly<Record<string, string>> = {
    slug: report?.slug ?? '',
    code: report?.code ?? '',
    kind: 'contact',
    form: 'login',
    id: '1',
    part: 'contact',
    page: 'tax',
    name: 'terms',
    key: 'receipt',
  };
  return ({ pattern }) =>
    pattern.replaceAll(/:(\w+)(\{[^/]*\})?/g, (_, name: string) => real[name] ?? 'x');
}

test('A-72 a body that is not what the address takes is refused, and nothing is changed', async () => {
  const path = await fillReal();
  const posted = routes.filter(
    ({ pattern }) => !takesAnyBody.has(pattern) && !needsNoField.has(pattern),
  );
  const asked = posted.flatMap((route) =>
    route.methods
      .filter((method) => method === 'POST' || method === 'PATCH')
      .filter(() => !/^\/api\/v1\/imports\/:id\/[a-ln-z]/.test(route.pattern))
      .flatMap((method) =>
        Object.entries(wrongBodies).map(([what, [type, body]]): Asked => {
          const headers: Record<string, string> =
            type === undefined ? {} : { 'content-type': type };
          return [route, what, { method, path: path(route), headers, body }];
        }),
      ),
  );
  await expectNothingChanged(() => findFaults(asked, mustBeRefused));
});

test('A-72 a request that is too long, or none at all, is told so in a sentence', async () => {
  const long = await send({ method: 'GET', path: `/${'x'.repeat(40_000)}` });
  expect([long.status, long.text]).toEqual([431, expect.stringContaining('longer than 32 KB')]);
  for (const host of ['a/b@c', 'x:99999', ''])
    expect(await send({ method: 'GET', path: '/healthz', headers: { host } })).toMatchObject({
      status: 400,
      text: expect.stringContaining('names one host') as string,
    });
});
