import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let editor: AdminClient;
let owner: AdminClient;
let viewer: AdminClient;
beforeAll(async () => {
  ({ admin, editor, owner, viewer } = await startOffice(['editor', 'owner', 'viewer']));
});
afterAll(() => admin?.close());

const readText = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** Columns that a state has; nobody takes up what is open within an hour. */
const states = {
  waiting: {},
  running: { claimToken: 'somebody', done: 200, position: '{"step": "Changed"}' },
  'between chunks': {
    done: 200,
    position: '{"step": "Changed"}',
    result: '{"message": "200 of 450 reports were changed.", "batch": "none"}',
  },
  'waiting for another try': { tries: 1, lastError: 'The disk is full' },
  'given up': { state: 'failed', failure: 'It failed each time it was tried.', dueAt: null },
  finished: {
    state: 'done',
    done: 450,
    dueAt: null,
    result: '{"message": "450 reports were changed."}',
  },
  cancelled: { state: 'cancelled', dueAt: null },
} as const;

/** Work of the editor's in this state; answers its page. */
async function addWork(state: keyof typeof states): Promise<string> {
  const { id } = await admin.server.db
    .insertInto('longWork')
    .values({
      kind: 'report.change',
      title: `Change the prices of 450 reports (${state})`,
      verb: 'report.price',
      actor: JSON.stringify({ staffId: editor.staffId, name: editor.name, role: 'editor' }),
      actorName: editor.name,
      formKey: crypto.randomUUID(),
      input: JSON.stringify({ batch: 'none', change: { kind: 'bin' }, codes: [] }),
      total: 450,
      dueAt: sql<Date>`clock_timestamp() + interval '1 hour'`,
      ...states[state],
      ...('dueAt' in states[state] ? { finishedAt: new Date() } : {}),
      // A longer lease than any is nobody's.
      ...('claimToken' in states[state]
        ? { dueAt: sql<Date>`clock_timestamp() + interval '50 seconds'` }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/admin/work/${id}`;
}

const said: Readonly<Record<keyof typeof states, readonly (string | RegExp)[]>> = {
  waiting: ['Waiting', 'It waits for its turn.', 'Done 0 of 450'],
  running: ['Running', 'Changed 200 of 450', 'Progress 200 of 450 reports'],
  'between chunks': ['200 of 450 reports were changed.', 'you can undo it afterwards'],
  'waiting for another try': [
    'Tried again soon',
    /The last try failed: The disk is full ?\. The next one is at /,
  ],
  'given up': ['Failed', 'It failed each time it was tried.', 'Try again'],
  finished: ['Done', '450 reports were changed.', 'Progress 450 reports'],
  cancelled: ['Cancelled', 'It was cancelled. Nothing was done.', 'Try again'],
};

const open: readonly string[] = ['waiting', 'running', 'between chunks', 'waiting for another try'];
const names = Object.keys(states) as (keyof typeof states)[];

test.for(names)(
  'work that is %s says so, and is cancelled as long as it is open',
  async (state) => {
    const path = await addWork(state);
    const page = readText(await owner.readText(path));
    for (const sentence of said[state]) expect(page).toMatch(sentence);
    expect(page.includes('Cancel this?')).toBe(open.includes(state));
    expect(readText(await owner.readText('/admin/work'))).toContain(`(${state})`);

    // Who may not change prices may not see it, and stops nothing.
    expect((await viewer.get(path)).status).toBe(403);
    expect(readText(await viewer.readText('/admin/work'))).not.toContain(`(${state})`);
    expect((await viewer.post(path, { intent: 'cancel' })).status).toBe(403);

    const form = { intent: 'cancel', 'form-key': crypto.randomUUID() };
    const cancelled = await owner.post(path, form);
    if (!open.includes(state)) {
      expect(cancelled.status).toBe(409);
      expect(readText(await cancelled.text())).toContain('It has ended meanwhile.');
      expect(readText(await owner.readText(path))).toMatch(said[state][0] ?? '');
      return;
    }
    expect(cancelled.status).toBe(303);
    const after = readText(await (await owner.follow(cancelled)).text());
    const isBegun = state === 'between chunks';
    expect(after).toContain(
      `It was cancelled. ${isBegun ? '200 of 450 reports were changed.' : 'Nothing was done.'}`,
    );
    // The same form, and one of its maker that was opened before.
    expect((await owner.post(path, form)).status).toBe(303);
    expect((await editor.post(path, { intent: 'cancel' })).status).toBe(409);
  },
);

test('its maker cancels it, too, and others read who did in the audit log', async () => {
  const path = await addWork('waiting');
  expect((await editor.post(path, { intent: 'cancel' })).status).toBe(303);
  const { rows } = await sql<{ staffId: number }>`select staff_id as "staffId" from audit_entry
    where thing_kind = 'work' and thing_id = ${path.split('/').at(-1)} and outcome = 'done'`.execute(
    admin.server.db,
  );
  expect(rows).toEqual([{ staffId: editor.staffId }]);
});
