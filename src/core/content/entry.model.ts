/** Entries of the site's lists (questions, testimonials, clients) as staff work on them. Pure. */

export const entryKinds = ['faq', 'testimonial', 'clientLogo'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Their name in the audit log. */
export const entryThings = {
  faq: 'faq',
  testimonial: 'testimonial',
  clientLogo: 'client-logo',
} as const satisfies Record<EntryKind, string>;

export type FaqValues = { readonly title: string; readonly html: string };
export type TestimonialValues = {
  readonly name: string;
  readonly designation: string;
  readonly description: string;
  readonly image: string | null;
  /** Invented, and marked as such wherever it is shown. */
  readonly isSample: boolean;
};
export type ClientLogoValues = {
  readonly name: string;
  readonly image: string | null;
  readonly isSample: boolean;
};

type ValuesByKind = {
  readonly faq: FaqValues;
  readonly testimonial: TestimonialValues;
  readonly clientLogo: ClientLogoValues;
};
/** The fields of an entry that staff give; the site does not show a hidden one. */
export type EntryValues<Kind extends EntryKind> = ValuesByKind[Kind] & {
  readonly isHidden: boolean;
};

export type EditedEntry<Kind extends EntryKind> = EntryValues<Kind> & {
  readonly id: number;
  readonly changedAt: Date | null;
  readonly changedBy: string;
  readonly binnedAt: Date | null;
  readonly revision: number;
};

export const entryStates = ['shown', 'hidden', 'bin'] as const;
export type EntryState = (typeof entryStates)[number];

export const entryStateNames: Readonly<Record<EntryState, string>> = {
  shown: 'Shown',
  hidden: 'Hidden',
  bin: 'In the bin',
};

export const getEntryState = (entry: {
  readonly isHidden: boolean;
  readonly binnedAt: Date | null;
}): EntryState => {
  if (entry.binnedAt) return 'bin';
  return entry.isHidden ? 'hidden' : 'shown';
};
