import { defaultLicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { ReportWriter } from '#core/catalogue/writing/write-reports.ts';
import type { ReportInput } from '#core/catalogue/reports/report-input.model.ts';
import { OutgoingEvents } from '#core/kernel/outgoing-events.ts';
import type { Tx } from '#core/deps.ts';

const unheardEvents = new OutgoingEvents({
  clock: () => new Date(),
  generateSecret: () => '',
  enqueue: async () => {},
});

/** Checks the inputs as a write would; nothing is written, and nobody hears of it. */
export const checkReportInputs = (tx: Tx, inputs: readonly ReportInput[]) =>
  new ReportWriter({
    clock: () => new Date(),
    origin: 'http://localhost',
    invalidate: async () => {},
    events: unheardEvents,
    getNewDelivery: async () => ({ kind: 'by-us', days: 5 }),
    listPageAddresses: async () => [],
    listLicences: async () => defaultLicenceTerms,
    finder: { put: async () => {} },
  }).write(tx, inputs, { actor: 'a test', isDryRun: true });
