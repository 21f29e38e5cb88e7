import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '../support/test-buyer.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let code: string;
beforeAll(async () => {
  server = await startTestServer();
  code = String((await server.app.catalogue.listReports(1)).items[0]?.code);
});
afterAll(() => server?.close());

/** The order desk as staff calls it in the terminal, beside the running store. */
function runOrdersCli(...words: string[]): Promise<{ said: string; code: number | null }> {
  const program = spawn(process.execPath, ['scripts/orders-cli.ts', ...words], {
    env: { ...process.env, ...server.env },
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((resolve) =>
    program.on('exit', (code) => resolve({ said: said.trim(), code })),
  );
}
const getOrderState = async (number: string): Promise<string> =>
  (
    await server.db
      .selectFrom('purchase')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).state;
async function waitForOrderState(number: string, state: string): Promise<void> {
  const hasState = async () => (await getOrderState(number)) === state;
  await waitUntil(`order ${number} is ${state}`, hasState);
  expect(await getOrderState(number)).toBe(state);
}
async function placeOrder(method: 'card' | 'bank', browser: string): Promise<string> {
  const placed = await server.app.orders.placement.placeOrder(
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
    await server.app.orders.checkoutReturn.completeCheckout(placed.value.providerId, browser);
  }
  return placed.value.number;
}

test('the order desk shows what waits, marks a transfer paid so that it is delivered, and says so when there is nothing to mark', async () => {
  const number = await placeOrder('bank', 'a'.repeat(64));
  const never = await placeOrder('bank', 'c'.repeat(64));
  expect((await runOrdersCli()).said.split('\n')).toHaveLength(2);
  expect(await runOrdersCli('paid', number)).toEqual({
    said: `${number} is paid; its files and the invoice are on their way.`,
    code: 0,
  });
  await waitForOrderState(number, 'fulfilled');
  expect((await runOrdersCli('paid', number)).code).toBe(1);
  expect((await runOrdersCli('close', never)).code).toBe(0);
  expect(await getOrderState(never)).toBe('cancelled');
  expect((await runOrdersCli()).said).toBe('No order waits for a person.');
  expect((await runOrdersCli(number)).said).toMatch(
    /awaiting-transfer[\s\S]+paid \{"by":"\S+"\}[\s\S]+INV-[\s\S]+pdf: 0 of 5/,
  );
});

test("it renews a buyer's downloads and gives money back by PayPal, whole or in part", async () => {
  const number = await placeOrder('card', 'b'.repeat(64));
  await waitForOrderState(number, 'fulfilled');
  await server.db.updateTable('downloadGrant').set({ downloadCount: 5 }).execute();
  expect((await runOrdersCli('renew', number)).code).toBe(0);
  expect(
    (
      await server.db
        .selectFrom('downloadGrant')
        .select('downloadCount')
        .where(
          'purchaseId',
          '=',
          (
            await server.db
              .selectFrom('purchase')
              .select('id')
              .where('number', '=', number)
              .executeTakeFirstOrThrow()
          ).id,
        )
        .execute()
    ).map(({ downloadCount: downloads }) => downloads),
  ).toEqual([0, 0]);
  expect((await runOrdersCli('refund', number, '100.00', 'Goodwill')).code).toBe(0);
  await waitForOrderState(number, 'partly-refunded');
  expect(await runOrdersCli('refund', number, '999999.00', 'Too much')).toMatchObject({
    code: 1,
    said: expect.stringContaining('At most'),
  });
  expect((await runOrdersCli('refund', number, 'x')).said).toContain('npm run orders');
  expect((await runOrdersCli('books')).said).toMatch(/^\d+ captures, 0 repaired, 0 differences$/);
  expect((await runOrdersCli('QI-999999')).said).toBe('There is no such order.');
});
