import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { causeOrderEmails, causeVisitorEmails } from '../support/cause-emails.ts';
import { listEmails } from '../support/emails.ts';
import { waitUntilWorkIsDone } from '../support/finished-work.ts';
import { openTestStore } from '../support/four-stores.ts';
import { buyerSecret } from '../support/test-buyer.ts';
import { testProgram } from '../support/test-staff.ts';
import {
  createInvitation,
  generateCode,
  staffPassword,
  staffRequest,
  unwrap,
} from '../support/test-sign-in.ts';
import type { TestServer } from '../support/test-server.ts';

/** Parts of a store's links that nobody can guess: in a path, or as the value of a query. */
function findLinkSecrets(text: string, origin: string): string[] {
  const links = text.split(origin).slice(1);
  return links.flatMap((rest) => {
    const [link = ''] = rest.replaceAll('&amp;', '&').split(/[\s"'<>)]/);
    return link
      .split(/[/?&=#]/)
      .filter((part) => /^(?=.*\d)[\w-]{20,}$/.test(part) && isRandom(part));
  });
}

/** Slugs have hyphens and words, secrets have neither. */
const isRandom = (part: string): boolean => /^[0-9a-f]+$/.test(part) || /[A-Z]/.test(part);

/** Every value of every column that can hold text, of every table of every schema of ours. */
async function readAllTexts({ db }: TestServer): Promise<Map<string, string>> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE'
      and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'USER-DEFINED')
    `.execute(db);
  const texts = new Map<string, string>();
  for (const { schema, table, column } of rows) {
    const { rows: values } = await sql<{ text: string | null }>`
      select string_agg(${sql.ref(column)}::text, chr(10)) as text
      from ${sql.table(`${schema}.${table}`)}`.execute(db);
    texts.set(`${table}.${column}`, values[0]?.text ?? '');
  }
  return texts;
}

/** Somebody who joins with an app; every secret that they were given or chose. */
async function joinStaff({ app }: TestServer): Promise<string[]> {
  const invitation = await createInvitation({ app }, 'mail@staff.example');
  const form = { name: 'The editor', password: staffPassword };
  const step = unwrap(await app.staff.invitations.accept(invitation, form, staffRequest));
  if (step.kind !== 'signed-in') throw new Error(`no factor is required, but ${step.kind}`);
  const actor = await app.staff.getActor(step.session, staffRequest);
  if (!actor) throw new Error('the session has no actor');
  const { secret } = unwrap(await app.staff.ownFactors.openTotp(actor));
  const code = generateCode(secret, new Date());
  const recoveryCodes = unwrap(await app.staff.ownFactors.confirmTotp(actor, { code }));
  expect(recoveryCodes.length).toBeGreaterThan(5);
  return [invitation, staffPassword, step.session, secret, ...recoveryCodes];
}

test('A-69 the database has no secret that works: all that the store handed out is sealed', async () => {
  const store = await openTestStore('demo');
  const { server } = store;
  try {
    await causeVisitorEmails(store);
    await causeOrderEmails(store);
    const staff = await joinStaff(server);
    const given = { name: 'A program', scopes: ['imports'] as const, days: 30 as const };
    const token = unwrap(await server.app.apiTokens.create(testProgram, given));
    await waitUntilWorkIsDone(server.db);
    const emails = await listEmails(server.mailboxUrl);
    const links = emails.flatMap(({ text, html }) => findLinkSecrets(text + html, server.url));
    for (const kind of ['/seat/', '/download/', '/paper/', '/verify/', '/unsubscribe/', 'token='])
      expect(emails.some(({ text, html }) => (text + html).includes(kind))).toBe(true);
    const secrets = new Set([...links, ...staff, token, buyerSecret]);
    expect(secrets.size).toBeGreaterThan(30);
    const found = [...(await readAllTexts(server))].flatMap(([column, text]) =>
      [...secrets]
        .filter((secret) => text.includes(secret))
        .map((secret) => `${column}: ${secret}`),
    );
    expect(found).toEqual([]);
  } finally {
    await server.close();
  }
});
