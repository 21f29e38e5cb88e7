/** Enquiries as staff see and work on them. Pure, safe in the browser. */
import { isDay } from '../../kernel/time-zone.model.ts';
import { z } from 'zod';
import { multiLineField, singleLineField } from '../../kernel/form-fields.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import { leadKinds, type LeadKind } from '../lead-kinds.model.ts';

export const enquiryStates = ['open', 'answered', 'closed', 'spam'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

/** The day first that asks for a look, the newest first, or the one that waits longest. */
export type EnquiryOrder = 'due' | 'newest' | 'oldest';

/** The kind of long work that changes many enquiries. */
export const enquiryChangeKind = 'enquiry.change';

/** Which enquiries a list shows. */
export type EnquiryFilter = {
  readonly kind?: LeadKind | undefined;
  /** 'all' leaves out spam alone. */
  readonly state: EnquiryState | 'all';
  /** A member of staff by id, or nobody. */
  readonly owner?: number | 'nobody' | undefined;
  /** Their follow-up day has come. */
  readonly isDue?: boolean | undefined;
  /** Somebody answered. */
  readonly isAnswered?: boolean | undefined;
  /** Part of a name, an email address or a company, or the code of a report. */
  readonly words?: string | undefined;
  /** Sent on this day or later, and on that day or earlier: the store's "2026-11-22". */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
};

/** A page of the list; cursors are as the page before gave them. */
export type EnquiryQuery = EnquiryFilter & {
  readonly order: EnquiryOrder;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/** The query of a list; unknown values count as none. `mine` are those of `staffId`. */
export function parseEnquiryQuery(wanted: WantedList, staffId: number): EnquiryQuery {
  const { filters, sort, after, before } = wanted;
  const choose = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === filters[name]);
  return {
    kind: choose('kind', leadKinds),
    state: choose('state', enquiryStates) ?? 'all',
    owner: readOwner(filters['owner'], staffId),
    isDue: filters['due'] === 'today',
    isAnswered: answerChoices.get(filters['answer'] ?? ''),
    words: filters['q'],
    from: readDay(filters['from']),
    until: readDay(filters['until']),
    order: orderBySort.get(sort) ?? 'due',
    after,
    before,
  };
}

const orderBySort: ReadonlyMap<string, EnquiryOrder> = new Map([
  ['received', 'oldest'],
  ['-received', 'newest'],
]);

const answerChoices: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['no', false],
]);

function readOwner(owner: string | undefined, staffId: number): number | 'nobody' | undefined {
  if (owner === 'mine') return staffId;
  if (owner === 'nobody') return owner;
  return owner !== undefined && /^\d{1,9}$/.test(owner) ? Number(owner) : undefined;
}

const readDay = (day = ''): string | undefined => (isDay(day) ? day : undefined);

export const noteForm = z.object({ body: multiLineField('a note', 5000) });

/** An empty day takes the follow-up away. */
export const followUpForm = z.object({
  day: z.union([z.literal(''), z.iso.date('Please give a day like 2026-11-30.')]),
});

export const answerForm = z.object({
  subject: singleLineField('a subject', 200),
  body: multiLineField('an answer', 20_000),
  /** The newest answer that its author has seen, 0 for none. */
  seenAnswerId: z.coerce.number().int().min(0).max(2_000_000_000),
});

export const templateForm = z.object({
  name: singleLineField('a name', 100),
  kind: z.union([z.literal('').transform(() => null), z.enum(leadKinds)]),
  subject: singleLineField('a subject', 200),
  body: multiLineField('a text', 20_000),
});

/** Placeholders of templates, with what each stands for. */
export const placeholders = {
  name: 'the name of the person who asks',
  report: 'the title of the report',
  link: 'the address of the report',
  price: 'its price for the fewest readers',
} as const;
export type Placeholder = keyof typeof placeholders;
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

const placeholderPattern = /\{\{\s*(\w+)\s*\}\}/g;

/** The text with the known values; a placeholder without one stays, so that its author sees it. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replaceAll(placeholderPattern, (whole, name: string) =>
    isPlaceholder(name) ? (values[name] ?? whole) : whole,
  );

/** "{{price}}" of each placeholder that is still in the text. */
export const listPlaceholders = (text: string): string[] => [
  ...new Set(text.match(placeholderPattern) ?? []),
];

/** Placeholders of a template that stand for nothing. */
export const listUnknownPlaceholders = (text: string): string[] =>
  listPlaceholders(text).filter((found) => !isPlaceholder(found.replaceAll(/[{}\s]/g, '')));

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);
