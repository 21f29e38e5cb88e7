import type { ReportForSale } from '../catalogue/index.ts';
import type { Deps } from '../deps.ts';
import type { Publisher } from '../kernel/email-layout.ts';

/** What leads need from outside and from other modules. */
export type LeadDeps = Deps & {
  readonly catalogue: {
    getReportForSale(by: { code: string }): Promise<ReportForSale | undefined>;
    ensureSamplePdf(reportId: number): Promise<{ fileKey: string; bytes: number }>;
  };
  getPublisher(): Promise<Publisher>;
  getCountryName(id: number): Promise<string | undefined>;
};
