import { writeDemoReports } from '#demo/report-writer/demo-reports.ts';
import { toReportDocument } from '#demo/report-writer/report-inputs.ts';
import { createDemoFileReader } from '#demo/report-writer/read-demo-file.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import type { Stamp } from '#core/orders/delivery/stamp.model.ts';
import type { InvoiceContent } from '#core/orders/documents/invoice.model.ts';
import type { CertificateContent } from '#core/orders/licences/certificate.model.ts';

/** Contents of documents to render in tests; names have Latin, Greek and Cyrillic letters. */
export const sampleInvoice: InvoiceContent = {
  kind: 'invoice',
  number: 'INV-2026-000007',
  date: '2026-11-21',
  order: 'QI-000042',
  publisher: {
    name: 'Quillmark Insights',
    address: 'Ledger House, Pune 411016, India',
    email: 'sales@example.com',
    website: 'http://localhost:8080',
    taxId: 'IN 123',
  },
  buyer: {
    name: 'Łukasz Żółć',
    company: 'Ωμέγα Иван',
    address: ['1 Main Street', '62701 Springfield, Illinois', 'United States'],
    taxId: 'US 1',
    email: 'buyer@example.com',
  },
  lines: [{ text: 'Steel, 1997–2023 (QM-1), Single user licence', amount: 380050 }],
  currency: 'USD',
  total: 380050,
  paid: { on: '2026-11-21', by: 'PayPal' },
  notes: ['Delivered electronically.'],
};

export const sampleCertificate: CertificateContent = {
  number: 'LC-QI-000042',
  order: 'QI-000042',
  licence: 'Single user licence',
  rights: 'One named person may read the report.',
  report: { title: 'Steel', code: 'QM-1', edition: 2 },
  holder: { name: 'Łukasz Żółć', company: 'Ωμέγα Иван' },
  seats: 'One named reader.',
  date: '2026-11-21',
  verifyUrl: 'http://localhost:8080/verify/0123456789abcdef0123456789abcdef',
  note: 'The rights above are those that were sold.',
  publisher: sampleInvoice.publisher,
};

export const sampleStamp: Stamp = {
  buyer: 'Łukasz Żółć',
  company: 'Ωμέγα & Sons',
  licence: 'Single user',
  order: 'QI-000001',
  date: '2026-11-21',
};

/** The first report of the demo catalogue. */
export function loadSampleReport(): ReportDocument {
  const load = createDemoFileReader('db/demo');
  const [report] = writeDemoReports(load);
  if (!report) throw new Error('There is no demo report');
  return toReportDocument(report, load('sources.json') as Source[], 'Crops');
}
