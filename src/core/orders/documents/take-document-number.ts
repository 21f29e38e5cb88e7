import type { Tx } from '#core/deps.ts';
import { toDay } from '#core/kernel/time-zone.model.ts';
import type { Publisher } from '#core/store/model.ts';
import { formatNumber } from '#core/store/numbering.model.ts';
import { takeNextSequence } from './document.store.ts';

/** The settings that number each series. */
const numberingKeys = {
  invoice: 'invoice',
  'pro-forma': 'proForma',
  'credit-note': 'creditNote',
} as const;

type Numbered = {
  readonly number: string;
  readonly year: number;
  readonly sequence: number;
  readonly issuedAt: Date;
  /** "2026-11-21" */
  readonly issuedOn: string;
};

/**
 * In `tx`: the next number of a series, which has no gaps, and the day of the document. The day, and
 * the year in which it is counted, are those of the store's zone.
 */
export async function takeDocumentNumber(
  tx: Tx,
  { numbering, timeZone }: Pick<Publisher, 'numbering' | 'timeZone'>,
  series: keyof typeof numberingKeys,
  issuedAt: Date,
): Promise<Numbered> {
  const issuedOn = toDay(issuedAt, timeZone);
  const year = Number(issuedOn.slice(0, 4));
  const sequence = await takeNextSequence(tx, series, year);
  const number = formatNumber(numbering[numberingKeys[series]], sequence, year);
  return { number, year, sequence, issuedAt, issuedOn };
}
