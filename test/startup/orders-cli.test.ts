import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { runGoodsCommand } from '../../scripts/goods-cli.ts';
import { runOrdersCommand } from '../../scripts/orders-cli.ts';
import { createPdf } from '../support/goods-files.ts';
import { readPdfTexts } from '../support/read-goods.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { billing } from '../support/test-buyer.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: TestServer;
let code: string;
beforeAll(async () => {
  server = await startTestServer();
  code = String((await server.app.catalogue.reports.list(1)).items[0]?.code);
});
afterAll(() => server?.close());

type Ended = { readonly output: string; readonly exitCode: number | null };

/** `npm run orders`, beside the running store. */
const startOrdersCli = (...words: string[]) => startCli('scripts/orders-cli.ts', words);
const startGoodsCli = (...words: string[]) => startCli('scripts/goods-cli.ts', words);
/** The same in this process, if nothing is asked about the program that prints it. */
const runOrdersCli = async (...words: string[]): Promise<Ended> =>
  toEnded(await runOrdersCommand(server.app, words));
const runGoodsCli = async (...words: string[]): Promise<Ended> =>
  toEnded(await runGoodsCommand(server.app, words));

const toEnded = (outcome: Outcome<string>): Ended =>
  outcome.ok
    ? { output: outcome.value.trim(), exitCode: 0 }
    : { output: outcome.message.trim(), exitCode: 1 };

function startCli(script: string, words: readonly string[]): Promise<Ended> {
  const program = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, ...server.env },
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) =>
    program.on('exit', (exitCode) => resolve({ output: output.trim(), exitCode })),
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
async function placeOrder(method: 'card' | 'bank', buyerSecret: string): Promise<string> {
  const placed = await server.app.orders.placement.placeOrder(
    // One person would not pay twice for one licence.
    {
      ...billing,
      email: `${buyerSecret[0]}.${billing.email}`,
      report_id: code,
      type: 'single-user',
      method,
    },
    buyerSecret,
  );
  if (!placed.ok) throw new Error(placed.message);
  if (method === 'card') {
    await fetch(placed.value.approvalUrl, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'pay' }),
      redirect: 'manual',
    });
    await server.app.orders.checkoutReturn.completeCheckout(placed.value.providerId, buyerSecret);
  }
  return placed.value.number;
}

test('staff see orders that need attention, and a transfer marked paid is delivered', async () => {
  const number = await placeOrder('bank', 'a'.repeat(64));
  const unpaid = await placeOrder('bank', 'c'.repeat(64));
  expect((await runOrdersCli()).output.split('\n')).toHaveLength(2);
  expect(await startOrdersCli('paid', number)).toEqual({
    output: `${number} is paid. Its invoice and the links to its files are emailed as soon as the files are ready.`,
    exitCode: 0,
  });
  await waitForOrderState(number, 'fulfilled');
  expect((await startOrdersCli('paid', number)).exitCode).toBe(1);
  expect((await runOrdersCli('close', unpaid)).exitCode).toBe(0);
  expect(await getOrderState(unpaid)).toBe('cancelled');
  expect((await runOrdersCli()).output).toBe('No order needs attention.');
  expect((await runOrdersCli(number)).output).toMatch(
    /awaiting-transfer[\s\S]+paid \{"by":"\S+"\}[\s\S]+INV-[\s\S]+pdf: 0 of 5/,
  );
});

test('staff renew downloads, refund by PayPal, and reconcile transactions', async () => {
  const number = await placeOrder('card', 'b'.repeat(64));
  await waitForOrderState(number, 'fulfilled');
  await server.db.updateTable('downloadGrant').set({ downloadCount: 5 }).execute();
  expect((await runOrdersCli('renew', number)).exitCode).toBe(0);
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
    ).map(({ downloadCount }) => downloadCount),
  ).toEqual([0, 0]);
  expect((await runOrdersCli('refund', number, '100.00', 'Goodwill')).exitCode).toBe(0);
  await waitForOrderState(number, 'partly-refunded');
  expect(await runOrdersCli('refund', number, '999999.00', 'Too much')).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('At most'),
  });
  expect((await runOrdersCli('refund', number, 'x')).output).toContain('npm run orders');
  for (const command of ['reconcile', 'books'])
    expect((await runOrdersCli(command)).output).toMatch(
      /^\d+ transactions, 0 repaired, 0 differences$/,
    );
  expect((await runOrdersCli('QI-999999')).output).toBe('There is no such order.');
});

test('a file that staff add is what the next buyer downloads, whole and in ranges', async () => {
  const folder = createTemporaryFolder('goods-cli');
  const file = `${folder.path}/${code}.pdf`;
  writeFileSync(file, 'no PDF');
  const refused = await startGoodsCli('add', '--code', code, '--edition', '1', '--file', file);
  expect(refused).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining(`${code}.pdf: We sell`),
  });
  writeFileSync(file, await createPdf(2));
  const sold = await runGoodsCli('add', '--code', code, '--file', file);
  expect(sold).toMatchObject({ exitCode: 1, output: expect.stringContaining('has been sold') });
  const added = await startGoodsCli(
    'add',
    '--code',
    code,
    '--file',
    file,
    '--new-edition',
    'All of it.',
  );
  expect(added).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 pages: added') });
  expect((await runGoodsCli('list', '--code', code)).output).toContain('Report (PDF)');
  expect((await runGoodsCli('--wrong')).output).toContain('npm run goods');
  const origin = server.url.replace(/\/$/, '');
  const cover = await fetch(`${origin}/cover/${code}.jpg`);
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await fetch(`${origin}/cover/QM-0.jpg`)).status).toBe(404);
  const sample = await runGoodsCli('sample', '--code', code, '--pages', '2');
  expect(sample.output).toBe(`The sample of ${code} has 1 pages.`);
  const buyerSecret = 'e'.repeat(64);
  const number = await placeOrder('card', buyerSecret);
  await waitForOrderState(number, 'fulfilled');
  const order = await server.app.orders.own.getOwnOrder(number, { browser: buyerSecret });
  const url = `${origin}/download/${order?.files[0]?.token}`;
  const headers = { cookie: `buyer=${buyerSecret}` };
  const whole = await fetch(url, { headers });
  const copy = new Uint8Array(await whole.arrayBuffer());
  expect(whole.headers.get('content-disposition')).toContain(`${code}.pdf`);
  expect(Number(whole.headers.get('content-length'))).toBe(copy.length);
  for (const page of await readPdfTexts(copy)) expect(page).toContain(number);
  const rest = await fetch(url, { headers: { ...headers, range: `bytes=${copy.length - 50}-` } });
  expect(rest.status).toBe(206);
  expect(await rest.text()).toBe(Buffer.from(copy.subarray(-50)).toString());
  folder.remove();
});
