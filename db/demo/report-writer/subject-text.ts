import type { Segmentation } from './demo-text.ts';

/**
 * The text written by hand for one subject. The files in db/demo/subjects/ hold one for each key of
 * figures, such as "usgs:coppe".
 */
export type SubjectText = {
  /** The subject as a heading: it begins the report's title. */
  readonly subject: string;
  /** The subject within a sentence. */
  readonly noun: string;
  readonly intro: readonly string[];
  readonly drivers: readonly string[];
  readonly restraints: readonly string[];
  readonly segments: readonly Segmentation[];
  readonly faq: { readonly question: string; readonly answer: string };
  /** Other names of the subject that visitors may search for. */
  readonly also: readonly string[];
};
