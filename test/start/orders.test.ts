import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/buyer.ts';
import { openStore, type TestStore } from '../support/store.ts';

let store: TestStore;
let code: string;
beforeAll(async () => {
  store = await openStore();
  code = String((await store.shop.catalogue.list(1)).items[0]?.code);
});
afterAll(() => store?.close());

/** The order desk as staff calls it in the terminal, beside the running store. */
function desk(...words: string[]): Promise<{ said: string; code: number | null }> {
  const program = spawn(process.execPath, ['scripts/orders.ts', ...words], {
    env: { ...process.env, ...store.env },
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve) =>
    program.on('exit', (code) => resolve({ said: said.trim(), code })),
  );
}
const stateOf = async (number: string): Promise<string> =>
  (
    await store.db
      .selectFrom('purchase')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).state;
async function becomes(number: string, state: string): Promise<void> {
  for (let i = 0; i < 100 && (await stateOf(number)) !== state; i++) await sleep(100);
  expect(await stateOf(number)).toBe(state);
}
async function ordered(method: 'card' | 'bank', browser: string): Promise<string> {
  const placed = await store.shop.orders.place(
    { ...billing, report_id: code, type: 'single-user', method },
    browser,
  );
  if (!placed.ok) throw new Error(placed.message);
  if (method === 'card') {
    await fetch(placed.value.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await store.shop.orders.finish(placed.value.providerId, browser);
  }
  return placed.value.number;
}

test('the order desk shows what waits, marks a transfer paid so that it is delivered, and says so when there is nothing to mark', async () => {
  const number = await ordered('bank', 'a'.repeat(64));
  const never = await ordered('bank', 'c'.repeat(64));
  expect((await desk()).said.split('\n')).toHaveLength(2);
  expect(await desk('paid', number)).toEqual({
    said: `${number} is paid; its files and the invoice are on their way.`,
    code: 0,
  });
  await becomes(number, 'fulfilled');
  expect((await desk('paid', number)).code).toBe(1);
  expect((await desk('close', never)).code).toBe(0);
  expect(await stateOf(never)).toBe('cancelled');
  expect((await desk()).said).toBe('No order waits for a person.');
  expect((await desk(number)).said).toMatch(
    /awaiting-transfer[\s\S]+paid \{"by":"\S+"\}[\s\S]+INV-[\s\S]+pdf: 0 of 5/,
  );
});

test("it renews a buyer's downloads and gives money back by PayPal, whole or in part", async () => {
  const number = await ordered('card', 'b'.repeat(64));
  await becomes(number, 'fulfilled');
  await store.db.updateTable('deliveryGrant').set({ downloads: 5 }).execute();
  expect((await desk('renew', number)).code).toBe(0);
  expect(
    (
      await store.db
        .selectFrom('deliveryGrant')
        .select('downloads')
        .where(
          'purchaseId',
          '=',
          (
            await store.db
              .selectFrom('purchase')
              .select('id')
              .where('number', '=', number)
              .executeTakeFirstOrThrow()
          ).id,
        )
        .execute()
    ).map(({ downloads }) => downloads),
  ).toEqual([0, 0]);
  expect((await desk('refund', number, '100.00', 'Goodwill')).code).toBe(0);
  await becomes(number, 'partly-refunded');
  expect(await desk('refund', number, '999999.00', 'Too much')).toMatchObject({
    code: 1,
    said: expect.stringContaining('At most'),
  });
  expect((await desk('refund', number, 'x')).said).toContain('npm run orders');
  expect((await desk('books')).said).toMatch(/^\d+ captures, 0 repaired, 0 differences$/);
  expect((await desk('QI-999999')).said).toBe('There is no such order.');
});
