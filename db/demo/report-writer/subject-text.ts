import type { Segmentation } from '#core/catalogue/report-text.model.ts';

/**
 * What was written for one subject alone; files in db/demo/subjects/, keyed by "<source>:<key>".
 */
export type SubjectText = {
  readonly subject: string;
  readonly noun: string;
  readonly intro: readonly string[];
  readonly drivers: readonly string[];
  readonly restraints: readonly string[];
  readonly segments: readonly Segmentation[];
  readonly faq: { readonly question: string; readonly answer: string };
  readonly also: readonly string[];
};
