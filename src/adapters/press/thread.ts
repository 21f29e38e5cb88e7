/** The press's thread: prints what it is asked to, one after the other as their turns come. Begun by index.ts. */
import { parentPort } from 'node:worker_threads';
import type { Press } from '#core/world.ts';
import type { Order, Printed } from './index.ts';
import { printCertificate, printPaper } from './papers.ts';
import { printPdf } from './pdf.ts';
import { printSample } from './sample.ts';
import { printWorkbook } from './workbook.ts';

const press: Press = {
  sample: printSample,
  pdf: printPdf,
  workbook: printWorkbook,
  paper: printPaper,
  certificate: printCertificate,
};

async function printed({ id, what, given }: Order): Promise<Printed> {
  try {
    const print = press[what] as (...of: unknown[]) => Promise<unknown>;
    return { id, made: await print(...given) };
  } catch (fault) {
    return { id, fault: String(fault instanceof Error ? fault.stack : fault) };
  }
}

parentPort?.on(
  'message',
  (order: Order) => void printed(order).then((answer) => parentPort?.postMessage(answer)),
);
