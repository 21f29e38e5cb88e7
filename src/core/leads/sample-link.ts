import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import type { LeadDeps } from './deps.ts';
import { missingSample, sampleLinkDays } from './model.ts';

export type SampleFile = {
  readonly fileKey: string;
  readonly bytes: number;
  readonly fileName: string;
};

/** Signed links to the sample of a report. They work in any browser until they expire. */
export class SampleLinks {
  readonly #deps: LeadDeps;

  constructor(deps: LeadDeps) {
    this.#deps = deps;
  }

  createUrl(reportCode: string): string {
    const { origin, clock, signer } = this.#deps;
    const expires = String(Math.floor(clock().getTime() / 1000) + sampleLinkDays * 86_400);
    const signature = signer.sign(buildSignedText(reportCode, expires));
    const path = `/sample-file/${encodeURIComponent(reportCode)}`;
    return `${origin}${path}?expires=${expires}&signature=${signature}`;
  }

  /**
   * The file behind a link; `not-found` for a link that is not ours or has expired, `unavailable`
   * while the store's file is missing.
   */
  async getFile(
    reportCode: string,
    expires: string,
    signature: string,
  ): Promise<Outcome<SampleFile>> {
    if (!this.#isValid(reportCode, expires, signature)) return invalidLink;
    const { catalogue } = this.#deps;
    const report = await catalogue.reports.getForSale({ code: reportCode });
    if (!report) return invalidLink;
    const sample = await catalogue.files.ensureSamplePdf(report.id);
    if (!sample) return fail('unavailable', missingSample);
    return ok({ ...sample, fileName: `${report.code}-sample.pdf` });
  }

  #isValid(reportCode: string, expires: string, signature: string): boolean {
    const { clock, signer } = this.#deps;
    const isSigned = signer.isValid(buildSignedText(reportCode, expires), signature);
    return isSigned && Number(expires) * 1000 > clock().getTime();
  }
}

const buildSignedText = (reportCode: string, expires: string): string =>
  `sample ${reportCode} ${expires}`;

const invalidLink = fail(
  'not-found',
  'This link to a sample has expired or is incomplete. Please request the sample again.',
);
