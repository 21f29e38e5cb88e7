import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertEnquiry } from '../support/test-enquiries.ts';
import {
  createUpload,
  startOffice,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { countedRows, logged, openAddingForms, type AddingForm } from './forms-that-add.ts';
import { postsByRoute } from './role-matrix.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let cases: Readonly<Record<string, AddingForm>>;
beforeAll(async () => {
  ({ admin, owner } = await startOffice(['owner']));
  cases = await openAddingForms({ admin, owner });
});
afterAll(() => admin?.close());

const countRows = async (table: string): Promise<number> => {
  const condition = countedRows[table]?.(owner.staffId) ?? sql``;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} ${condition}`.execute(admin.server.db);
  return rows[0]?.count ?? 0;
};

/** Counts the owner's entries in the audit log: one for each thing that they did. */
const countDone = async (): Promise<number> => {
  const { count } = await admin.server.db
    .selectFrom('auditEntry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', owner.staffId)
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  return count;
};

const post = ({ path, form, files }: AddingForm, key: string): Promise<Response> => {
  const fields = { ...form, 'form-key': key };
  return owner.post(path, files ? createUpload(fields, files) : fields);
};

const describeAnswer = (answer: Response) => [answer.status, answer.headers.get('location')];

/** How many rows and entries a form makes that comes twice at once, and once more later. */
async function sendThrice(one: AddingForm) {
  const [rows, done] = [await countRows(one.table), await countDone()];
  const key = crypto.randomUUID();
  const [first, second] = await Promise.all([post(one, key), post(one, key)]);
  const later = await post(one, key);
  return {
    rows: (await countRows(one.table)) - rows,
    done: (await countDone()) - done,
    answers: [first, second, later].map(describeAnswer),
  };
}

test('a form that makes or sends something does it once, when it comes twice at once and again later', async () => {
  const wrong: object[] = [];
  for (const [name, one] of Object.entries(cases)) {
    const sent = await sendThrice(one);
    const isOnce = sent.rows === 1 && sent.done === (one.entries ?? 1);
    const isAlike = new Set(sent.answers.map(String)).size === 1;
    const [[status = 0] = []] = sent.answers;
    if (!isOnce || !isAlike || Number(status) >= 400) wrong.push({ name, ...sent });
  }
  expect(wrong).toEqual([]);
});

test('a page that is opened again makes another one, and so does a form that says something else', async () => {
  const note = (body: string) => ({ path: '', form: { intent: 'note', body }, table: 'lead_note' });
  const enquiry = await insertEnquiry(admin.server.db, { email: 'again@once.example' });
  const path = `/admin/enquiries/${enquiry}`;
  const [key, otherKey] = [crypto.randomUUID(), crypto.randomUUID()];
  const before = await countRows('lead_note');
  await post({ ...note('Calls back'), path }, key);
  await post({ ...note('Calls back'), path }, otherKey);
  await post({ ...note('Called'), path }, key);
  expect((await countRows('lead_note')) - before).toBe(3);
});

test('a form that was refused is sent again with the same key', async () => {
  const enquiry = await insertEnquiry(admin.server.db, { email: 'refused@once.example' });
  const path = `/admin/enquiries/${enquiry}`;
  const key = crypto.randomUUID();
  const taken = { path, form: { intent: 'assign', owner: String(owner.staffId) }, table: '' };
  await admin.server.db
    .updateTable('staff')
    .set({ role: 'viewer' })
    .where('id', '=', owner.staffId)
    .execute();
  expect((await post(taken, key)).status).toBe(403);
  await admin.server.db
    .updateTable('staff')
    .set({ role: 'owner' })
    .where('id', '=', owner.staffId)
    .execute();
  expect((await post(taken, key)).status).toBe(303);
});

/** Pages of one form, which nothing can be mistaken for. */
const onlyForms: readonly string[] = [
  'admin/content/redirects/import import',
  'admin/media upload',
  'admin/services/new save',
  'admin/synonyms/import import',
];

test('a form that names nothing its page does is refused, and nothing is made', async () => {
  const wrong: object[] = [];
  for (const [name, one] of Object.entries(cases)) {
    if (one.form['intent'] === undefined || onlyForms.includes(name)) continue;
    const before = await countRows(one.table);
    for (const intent of ['made-up', 'toString', '']) {
      const { status } = await post({ ...one, form: { ...one.form, intent } }, crypto.randomUUID());
      if (status < 400 || status >= 500) wrong.push({ name, intent, status });
    }
    const isDone = one.table !== logged && (await countRows(one.table)) !== before;
    if (isDone) wrong.push({ name, table: one.table });
  }
  expect(wrong).toEqual([]);
});

/** Intents that add, move or send; all others set what the form says, or end a state. */
const addingIntents: ReadonlySet<string | undefined> = new Set(
  'add answer correct create import invite issue-document mark-paid move note password-link '
    .concat('prices renew resend send send-reset share test upload replay files')
    .split(' '),
);

/** The same code as another one's, or refused while the first one holds. */
const elsewhere: readonly string[] = [
  'admin/content/logos move',
  'admin/content/testimonials move',
  // A picture is one row by its bytes; a link is refused for five minutes.
  'admin/media/data upload',
  'admin/customers/:id send-reset',
];

test('every intent that adds, moves or sends is counted here', () => {
  const adding = Object.entries(postsByRoute).flatMap(([route, posts]) =>
    posts
      .filter(([, { intent }]) => addingIntents.has(intent))
      .map(([, { intent = '' }]) => `${route} ${intent}`),
  );
  const counted = [...Object.keys(cases), ...elsewhere];
  expect([...new Set(adding)].filter((one) => !counted.includes(one))).toEqual([]);
});
