/** Orders of reports that the publisher delivers after the payment. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Delivery } from '#core/catalogue/goods/delivery.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { createPdf } from './goods-files.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import type { TestAppOptions } from './test-app.ts';
import { openLicenceTester, type LicenceTester } from './test-licences.ts';
import type { TestServer } from './test-server.ts';
import { addTestStaff } from './test-staff.ts';

/** Days within which the tests' report is delivered. */
const promisedDays = 5;

export type PromiseTester = LicenceTester & {
  readonly sales: StaffActor;
  /** The report of the tests is delivered in this way from now on. */
  readonly deliver: (delivery: Delivery) => Promise<void>;
  /** Writes a PDF for an upload, and answers where. */
  readonly writePdf: (pages: number) => Promise<string>;
  /** Staff give a PDF to an order. */
  readonly addFile: (number: string, pages?: number, title?: string) => Promise<void>;
  /** Staff deliver, and the jobs of all that they delivered run; the numbers. */
  readonly release: (number: string, isForAlike?: boolean) => Promise<readonly string[]>;
  readonly runDelivery: (number: string) => Promise<void>;
  /** The reasons for which an order needs attention. */
  readonly listReasons: (number: string) => Promise<string[]>;
  /** The orders to deliver, as the office lists them: the first due first. */
  readonly listToDeliver: () => Promise<string[]>;
};

/** The first report of the small catalogue is one that we deliver within five days. */
export async function openPromiseTester(options?: TestAppOptions): Promise<PromiseTester> {
  const tester = await openLicenceTester(options);
  const folder = createTemporaryFolder('promises');
  const { app, deps, reportCode } = tester;
  const { staff, jobs } = app.orders;
  const sales = await addTestStaff(deps.db, 'sales');
  const deliver = (delivery: Delivery) =>
    chooseDelivery({ app, db: deps.db }, reportCode, delivery);
  await deliver({ kind: 'by-us', days: promisedDays });
  const writePdf = async (pages: number): Promise<string> => {
    const file = path.join(folder.path, `${pages}.pdf`);
    // The same bytes each time: a PDF has the time at which it was made.
    if (!existsSync(file)) writeFileSync(file, await createPdf(pages));
    return file;
  };
  const runDelivery = async (number: string) =>
    jobs['orders.deliver']({ purchaseId: (await tester.getOrder(number)).id });
  return {
    ...tester,
    sales,
    deliver,
    writePdf,
    addFile: async (number, pages = 3, title) => {
      const file = { path: await writePdf(pages), fileName: 'report.pdf' };
      const added = await staff.promised.addFile(sales, number, {
        ...file,
        ...(title ? { title } : {}),
      });
      if (!added.ok) throw new Error(added.message);
    },
    release: async (number, isForAlike = false) => {
      const delivered = await staff.promised.deliver(sales, number, { isForAlike });
      if (!delivered.ok) throw new Error(delivered.message);
      for (const one of delivered.value) await runDelivery(one);
      return delivered.value;
    },
    runDelivery,
    listReasons: async (number) => {
      const attention = await staff.attention.listNeedsAttention(sales);
      const rows = attention.ok ? attention.value.rows : [];
      return rows.flatMap((row) => (row.number === number ? [row.reason] : []));
    },
    listToDeliver: async () => {
      const listed = await staff.lists.listOrders(sales, { view: 'to-deliver', sort: 'due' });
      return listed.ok ? listed.value.rows.map(({ number }) => number) : [];
    },
    close: async () => {
      await tester.close();
      folder.remove();
    },
  };
}

/** A report is delivered in another way from now on. */
export async function chooseDelivery(
  { app, db }: Pick<TestServer, 'app' | 'db'>,
  code: string,
  delivery: Delivery,
): Promise<void> {
  const [written] = await db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, [{ code, delivery }], { actor: 'a test' }));
  if (!written?.ok) throw new Error(JSON.stringify(written));
}
