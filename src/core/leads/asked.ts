import type { ReportForSale } from '../catalogue/index.ts';

/** What leads ask of the catalogue and the content. */
export type Asked = {
  readonly catalogue: {
    reportForSale(by: { code: string }): Promise<ReportForSale | undefined>;
    sample(reportId: number): Promise<{ fileKey: string; bytes: number }>;
  };
  countryName(id: number): Promise<string | undefined>;
  site(): Promise<{ siteName: string; salesEmail: string }>;
};
