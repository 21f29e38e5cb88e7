import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Kernel } from '../kernel/index.ts';
import { otherVault } from '../../../test/support/test-deps.ts';
import { openLicenceTester, type LicenceTester } from '../../../test/support/test-licences.ts';
import { SealedSecrets } from './sealed-secrets.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

/** Every secret of the order is as a version before 0.2 stored it. */
async function storePlainly(): Promise<void> {
  const { db, vault, emails } = tester.deps;
  for (const [table, column] of [
    ['download_grant', 'token'],
    ['seat', 'token'],
    ['order_document', 'token'],
    ['purchase', 'certificate_token'],
  ] as const) {
    const [name, secret] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ id: number; secret: string }>`
      select id, ${secret} as secret from ${name}`.execute(db);
    for (const row of rows)
      await sql`update ${name} set ${secret} = ${vault.open(row.secret)} where id = ${row.id}`.execute(
        db,
      );
  }
  for (const { id, body } of await db.selectFrom('outboxEmail').select(['id', 'body']).execute())
    await db
      .updateTable('outboxEmail')
      .set({ body: emails.open(body), isSealed: false })
      .where('id', '=', id)
      .execute();
}

/** Links of the order that still open something. */
async function countWorkingLinks(links: readonly string[], seat: string): Promise<number> {
  const opened = await Promise.all(links.map((link) => tester.openLink(link)));
  return (
    opened.filter(({ ok }) => ok).length + ((await tester.app.orders.seats.getSeat(seat)) ? 1 : 0)
  );
}

const listStored = async (): Promise<string> => {
  const { db } = tester.deps;
  const tables = ['downloadGrant', 'seat', 'orderDocument', 'purchase', 'outboxEmail'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
};

test('rows of an earlier version are sealed, and their links work before and after', async () => {
  const { number } = await tester.buyReport('multiple-user');
  const seat = await tester.giveSeat(number, 'bo@other.example');
  const [receipt = ''] = await tester.listEmailTexts('Your receipt');
  const links = receipt.match(/http\S+\/download\/\S+/g) ?? [];
  expect(links.length).toBeGreaterThan(0);
  await storePlainly();
  expect(await listStored()).toContain(seat);
  expect(await countWorkingLinks(links, seat)).toBe(links.length + 1);
  await tester.app.jobs['system.sealSecrets']({});
  const stored = await listStored();
  for (const secret of [seat, ...links.map((link) => new URL(link).pathname.split('/')[2] ?? '')])
    expect(stored).not.toContain(secret);
  expect(await countWorkingLinks(links, seat)).toBe(links.length + 1);
});

test('PDFs that an earlier version named by their secret are renamed once, and open as before', async () => {
  const orders = [await tester.buyReport(), await tester.buyReport('multiple-user')];
  const { files } = tester.deps;
  const tokens: string[] = [];
  for (const { number } of orders) {
    const [invoice] = (await tester.viewOwnOrder(number))?.documents ?? [];
    tokens.push(invoice?.token ?? '');
  }
  const [first = '', second = ''] = tokens;
  const open = (token: string) => tester.app.orders.documents.openDocument(token);
  const kept = await open(first);
  await files.put(`papers/${first}.pdf`, Buffer.from('kept twice'));
  await files.put(`papers/${second}.pdf`, Buffer.from('kept by an earlier version'));
  await files.put('papers/not-ours.pdf', Buffer.from('x'));
  await tester.app.jobs['system.sealSecrets']({});
  const names: string[] = [];
  for await (const { key } of files.list('papers/')) names.push(key);
  for (const token of tokens) expect(names.join(' ')).not.toContain(token);
  expect(names).toHaveLength(3);
  expect(await open(first)).toEqual(kept);
  expect(await open(second)).toMatchObject({ bytes: 'kept by an earlier version'.length });
});

test('another LINK_SECRET is noticed; renewed, what it sealed is made anew', async () => {
  const { number } = await tester.buyReport('multiple-user');
  const seat = await tester.giveSeat(number, 'bo@other.example');
  const { deps } = tester;
  const other = new Kernel({ ...deps, vault: otherVault }).deps;
  expect(await new SealedSecrets(deps).isLinkSecretKnown()).toBe(true);
  expect(await new SealedSecrets(other).isLinkSecretKnown()).toBe(false);
  expect(await new SealedSecrets(other).renew()).toBeGreaterThan(3);
  expect(await new SealedSecrets(other).isLinkSecretKnown()).toBe(true);
  expect(await tester.app.orders.seats.getSeat(seat)).toBeUndefined();
  const { token } = await deps.db.selectFrom('seat').select('token').executeTakeFirstOrThrow();
  expect(other.vault.open(token)).toMatch(/^[0-9a-f]{32}$/);
});
