import type { ReportForSale } from '../catalogue/index.ts';
import type { Deps } from '../deps.ts';
import type { Publisher } from '../kernel/email-layout.ts';

/** What leads need from outside and from other modules. */
export type LeadDeps = Deps & {
  readonly catalogue: {
    readonly getReportForSale: (
      by: { code: string } | { id: number },
    ) => Promise<ReportForSale | undefined>;
    readonly ensureSamplePdf: (
      reportId: number,
    ) => Promise<{ fileKey: string; bytes: number } | undefined>;
  };
  readonly getPublisher: () => Promise<Publisher>;
  readonly getCountryName: (id: number) => Promise<string | undefined>;
};
