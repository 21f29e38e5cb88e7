import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeRun } from '../resilience/killable-office.ts';
import { findFreePorts } from '../support/free-ports.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import {
  createUpload,
  startOffice,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { countedRows, openAddingForms, type AddingForm } from './forms-that-add.ts';

/** So many forms are under way when their program is killed. */
const atOnce = 6;
const folders: TemporaryFolder[] = [];
let admin: AdminTestServer;
let owner: AdminClient;
let cases: Readonly<Record<string, AddingForm>>;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  cases = await openAddingForms({ admin, owner });
});
afterAll(async () => {
  await admin?.close();
  for (const folder of folders) folder.remove();
});

type Killable = { readonly url: string; readonly child: ChildProcess };

/** A second program of this store, which dies with the forms that it has done. */
async function startKillable(forms: number): Promise<Killable> {
  const { env } = admin.server;
  const dataFolder = path.join(env['DATA_DIR'] ?? '');
  const folder = createTemporaryFolder('killable-office');
  folders.push(folder);
  const run: OfficeRun = {
    forms,
    env: {
      ...env,
      PORT: String(await findFreePorts()),
      DATA_DIR: folder.path,
      FILES_DIR: path.join(dataFolder, 'files'),
      LINK_SECRET: readFileSync(path.join(dataFolder, 'link-secret'), 'utf8').trim(),
    },
  };
  const program = 'test/resilience/killable-office.ts';
  const child = spawn(process.execPath, [program, JSON.stringify(run)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const [, open] = /open: (\S+)/.exec(output) ?? [];
      if (open) resolve(open);
    });
    child.once('exit', () => reject(new Error(`the second program did not start: ${output}`)));
  });
  return { url, child };
}

type Sent = AddingForm & { readonly name: string; readonly key: string };

const readForm = ({ form, files, key }: Sent): FormData | Record<string, string> => {
  const fields = { ...form, 'form-key': key };
  return files ? createUpload(fields, files) : fields;
};

const post = (one: Sent): Promise<Response> => owner.post(one.path, readForm(one));

/** The same form at the other program. */
function postTo(url: string, one: Sent): Promise<Response> {
  const body = readForm(one);
  return fetch(new URL(one.path, url), {
    method: 'POST',
    redirect: 'manual',
    body: body instanceof FormData ? body : new URLSearchParams(body),
    headers: {
      cookie: `${owner.cookie.name}=${owner.cookie.value}`,
      origin: url,
      'sec-fetch-site': 'same-origin',
    },
  });
}

/** Rows of the tables that the forms write, and what the audit log has of the owner. */
async function countAll(forms: readonly Sent[]): Promise<Readonly<Record<string, number>>> {
  const { db } = admin.server;
  const counts: Record<string, number> = {};
  const tables = forms.flatMap(({ table, alsoMakes = {} }) => [table, ...Object.keys(alsoMakes)]);
  for (const table of new Set(tables)) {
    const condition = countedRows[table]?.(owner.staffId) ?? sql``;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} ${condition}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where staff_id = ${owner.staffId} and outcome = 'done'`.execute(db);
  counts['done'] = rows[0]?.count ?? 0;
  return counts;
}

/** Counts what the forms add, each done once. */
function countOnce(forms: readonly Sent[]): Readonly<Record<string, number>> {
  const entries = forms.reduce((sum, one) => sum + (one.entries ?? 1), 0);
  const counts: Record<string, number> = { done: entries };
  for (const { table, alsoMakes = {} } of forms)
    for (const [name, rows] of Object.entries({ [table]: 1, ...alsoMakes }))
      counts[name] = (counts[name] ?? 0) + rows;
  if (counts['audit_entry'] !== undefined) counts['audit_entry'] = entries;
  return counts;
}

/** As half a minute later: whoever had the forms is gone. */
const endLeases = () =>
  admin.server.db
    .updateTable('sentForm')
    .set({ heldUntil: new Date(0) })
    .where('answer', 'is', null)
    .where('heldUntil', 'is not', null)
    .execute();

const describeAnswer = ({ status, headers }: Response) => `${status} ${headers.get('location')}`;

test('F-63 a form whose program is killed behind its commit is done once, however often it comes again', async () => {
  const wrong: object[] = [];
  const names = Object.keys(cases);
  for (let start = 0; start < names.length; start += atOnce) {
    const forms = names.slice(start, start + atOnce).flatMap((name) => {
      const one = cases[name];
      return one ? [{ ...one, name, key: crypto.randomUUID() }] : [];
    });
    const before = await countAll(forms);
    const { url, child } = await startKillable(forms.length);
    const [ends] = await Promise.all([
      Promise.allSettled(forms.map((one) => postTo(url, one))),
      once(child, 'exit'),
    ]);
    expect([child.signalCode, ends.map(({ status }) => status)]).toEqual([
      'SIGKILL',
      forms.map(() => 'rejected'),
    ]);
    await endLeases();
    const answers: string[][] = [];
    for (const one of forms) {
      const [again, later] = [await post(one), await post(one)];
      answers.push([one.name, describeAnswer(again), describeAnswer(later)]);
    }
    const after = await countAll(forms);
    const added = Object.fromEntries(
      Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
    );
    const isOnce = JSON.stringify(sort(added)) === JSON.stringify(sort(countOnce(forms)));
    const isAlike = answers.every(
      ([, again, later]) => again === later && Number(again?.slice(0, 3)) < 400,
    );
    if (!isOnce || !isAlike) wrong.push({ added, expected: countOnce(forms), answers });
  }
  expect(wrong).toEqual([]);
});

const sort = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b));
