import type { ReportForSale } from '../catalogue/index.ts';

/** What leads ask of the catalogue and the content. */
export type LeadDeps = {
  readonly catalogue: {
    getReportForSale(by: { code: string }): Promise<ReportForSale | undefined>;
    ensureSamplePdf(reportId: number): Promise<{ fileKey: string; bytes: number }>;
  };
  getCountryName(id: number): Promise<string | undefined>;
  getSiteInfo(): Promise<{ siteName: string; salesEmail: string }>;
};
