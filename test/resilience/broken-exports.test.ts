import http from 'node:http';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from '../admin/admin-test-client.ts';
import { accountPassword, newVisitor, profile } from '../support/test-accounts.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { testProgram } from '../support/test-staff.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let token: string;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  const { apiTokens } = admin.server.app;
  const created = await apiTokens.create(testProgram, { name: 'reader', scopes: ['export'] });
  if (!created.ok) throw new Error(created.message);
  token = created.value;
});
afterAll(() => admin?.close());

type Read = {
  readonly status: number | undefined;
  readonly text: string;
  /** False if the answer ended before its last chunk. */
  readonly isWhole: boolean;
};

/** Reads an answer as far as it comes. */
const read = (path: string, headers: Record<string, string>, form?: string): Promise<Read> =>
  new Promise((resolve, reject) => {
    const method = form === undefined ? 'GET' : 'POST';
    const request = http.request(admin.server.url + path, { method, headers }, (response) => {
      let text = '';
      const end = () => resolve({ status: response.statusCode, text, isWhole: response.complete });
      response.on('data', (part: Buffer) => (text += part.toString('latin1')));
      response.on('error', () => {}).on('close', end);
    });
    request.on('error', reject).end(form);
  });
const readExport = (format: string) =>
  read(`/api/v1/reports/${format}`, { authorization: `Bearer ${token}` });

/** Reads an export by HTTP/1.0, which has no last chunk; a connection that is reset rejects. */
const readOldExport = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(admin.server.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', reject).on('end', () => resolve(text));
    const authorization = `Authorization: Bearer ${token}`;
    socket.write(`GET /api/v1/reports/csv HTTP/1.0\r\nHost: localhost\r\n${authorization}\r\n\r\n`);
  });

const byCode = sql`report.code collate "C" desc`;

/** While it works, the last report (by code) can't be written as a row; it can be counted. */
async function withUnreadableReport(work: () => Promise<void>, lastBy = byCode): Promise<void> {
  const { db } = admin.server;
  await sql`alter table report_version disable trigger user`.execute(db);
  const { rows } = await sql<{ id: number; number: number; parts: unknown }>`
    select version.report_id as id, version.number, version.parts
    from report_version version join report
      on version.report_id = report.id and version.number = report.version_number
    where report.state <> 'bin' order by ${lastBy} limit 1`.execute(db);
  const [last] = rows;
  const write = (parts: unknown) =>
    sql`update report_version set parts = ${JSON.stringify(parts)}::jsonb
      where report_id = ${last?.id} and number = ${last?.number}`.execute(db);
  await write({ ...Object(last?.parts), description: 5 });
  try {
    await work();
  } finally {
    await write(last?.parts);
    await sql`alter table report_version enable trigger user`.execute(db);
  }
}

test('F-73 an export that breaks off looks broken to its reader, whatever it was', async () => {
  const [jsonl, csv] = [await readExport('jsonl'), await readExport('csv')];
  for (const { isWhole } of [jsonl, csv, await readExport('xlsx')]) expect(isWhole).toBe(true);
  await withUnreadableReport(async () => {
    for (const [format, { text }] of Object.entries({ jsonl, csv })) {
      const broken = await readExport(format);
      expect([format, broken.status, broken.isWhole]).toEqual([format, 200, false]);
      expect(broken.text.length).toBeLessThan(text.length);
    }
    await expect(readOldExport()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
  expect((await readOldExport()).endsWith(csv.text)).toBe(true);
});

test('an export that breaks before its first byte is a fault with its number, and no file', async () => {
  await withUnreadableReport(async () => {
    const { status, text } = await readExport('xlsx');
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { success: false, message: expect.any(String), request_id: expect.any(String) },
    ]);
  });
  // Its place is free again: more of them than are read at once.
  for (let time = 0; time < 4; time++) expect((await readExport('xlsx')).status).toBe(200);
});

test('what is kept of a person breaks off as well, and is a fault before its first byte', async () => {
  const { db, url } = admin.server;
  const headers = {
    origin: url,
    cookie: `${owner.cookie.name}=${owner.cookie.value}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const exportPerson = (email: string) =>
    read('/admin/customers/person/export', headers, `email=${encodeURIComponent(email)}`);
  const email = 'many@person.example';
  const id = await insertEnquiry(db, { email });
  // More than is written at once.
  const fields = { message: 'x'.repeat(200_000) };
  await db.updateTable('lead').set({ fields }).where('id', '=', id).execute();
  const whole = await exportPerson(email);
  expect(whole).toMatchObject({ status: 200, isWhole: true });
  expect(JSON.parse(whole.text)).toMatchObject({ enquiries: [{ fields }] });
  // Enquiries come before the notes about them.
  await sql`alter table lead_note rename to hidden_note`.execute(db);
  try {
    expect(await exportPerson(email)).toMatchObject({ status: 200, isWhole: false });
    expect(await exportPerson('nobody@person.example')).toMatchObject({ status: 500 });
  } finally {
    await sql`alter table hidden_note rename to lead_note`.execute(db);
  }
});

/** While it works, the database has lost one of its tables. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  const { db } = admin.server;
  await sql`alter table ${sql.table(table)} rename to hidden_table`.execute(db);
  try {
    await work();
  } finally {
    await sql`alter table hidden_table rename to ${sql.table(table)}`.execute(db);
  }
}

/** The cookie of a customer who is signed in, and has more enquiries than are written at once. */
async function openCustomer(): Promise<string> {
  const { app, db } = admin.server;
  const email = 'keeps@customer.example';
  const credentials = { email, password: accountPassword };
  await app.accounts.registration.register({ ...profile, ...credentials }, newVisitor());
  await db
    .updateTable('customer')
    .set({ confirmedAt: new Date() })
    .where('email', '=', email)
    .execute();
  const loggedIn = await app.accounts.sessions.login(credentials, newVisitor());
  if (!loggedIn.ok) throw new Error(loggedIn.message);
  const id = await insertEnquiry(db, { email });
  const fields = { message: 'x'.repeat(200_000) };
  await db.updateTable('lead').set({ fields }).where('id', '=', id).execute();
  return `session=${loggedIn.value.session}`;
}

test('F-73 a customer’s own data breaks off as well, and is a fault before its first byte', async () => {
  const cookie = await openCustomer();
  const readMine = () => read('/profile/export', { cookie });
  const whole = await readMine();
  expect(whole).toMatchObject({ status: 200, isWhole: true });
  expect(JSON.parse(whole.text)).toMatchObject({ enquiries: [{ kind: expect.any(String) }] });
  // Enquiries come before the answers to them, and who subscribes is read before both.
  await withoutTable('lead_answer', async () => {
    const broken = await readMine();
    expect(broken).toMatchObject({ status: 200, isWhole: false });
    expect(() => JSON.parse(broken.text)).toThrow(SyntaxError);
  });
  await withoutTable('subscriber', async () => {
    expect(await readMine()).toMatchObject({ status: 500, isWhole: true });
  });
});

/** Newer than all others: a list of all takes more than one reading. */
async function addReports(): Promise<void> {
  const { app, db } = admin.server;
  const [industry] = await app.catalogue.industries.list();
  const reports = Array.from({ length: 24 }, (_, n) => ({
    code: `A-${n}`,
    title: `New ${n}`,
    industry: String(industry?.slug),
    description: [{ kind: 'paragraph' as const, runs: [{ text: 'A text of its own.' }] }],
    delivery: { kind: 'none' as const },
  }));
  const written = await db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, reports, { actor: 'a test' }));
  expect(written.every(({ ok }) => ok)).toBe(true);
  await db
    .updateTable('report')
    .set({ state: 'published', releasedAt: new Date() })
    .where('code', 'like', 'A-%')
    .execute();
}

test.each([
  [{}, [[200, false]]],
  // Where nothing that is compressed was sent so far, it is a fault still.
  [
    { 'accept-encoding': 'gzip' },
    [
      [200, false],
      [500, true],
    ],
  ],
] as const)(
  'F-73 the contract’s list of all reports breaks off as well (%o), or is a fault before its first byte',
  async (headers, expected) => {
    const readAll = async () => {
      const { status, isWhole } = await read('/admin/api/reports', headers);
      return [status, isWhole];
    };
    await addReports();
    expect(await readAll()).toEqual([200, true]);
    const oldest = sql`report.published_on, report.id`;
    await withUnreadableReport(
      async () => expect(expected).toContainEqual(await readAll()),
      oldest,
    );
    await withoutTable('report_version', async () => {
      expect(await readAll()).toEqual([500, true]);
    });
  },
);

test('F-73 a sitemap whose reports can’t be read is a fault, and no list without them', async () => {
  const sitemap = '/sitemap-reports-1.xml';
  expect(await read(sitemap, {})).toMatchObject({ status: 200, isWhole: true });
  await withoutTable('report', async () => {
    const { status, text } = await read(sitemap, {});
    expect([status, text.includes('urlset')]).toEqual([500, false]);
  });
});
