import { addDays } from '#core/kernel/time-zone.model.ts';
import type { Figures, Source } from '#core/catalogue/figures/figures.model.ts';
import { hashToNumber } from './format-numbers.ts';

/** A source with the first day on which its vintage can have been used, "2026-08-31". */
export type DatedSource = Source & { readonly availableOn: string };

const firstDay = '2026-02-02';
const lastDay = '2026-11-12';
const dayMs = 86_400_000;

/**
 * A day after all the data of the report could be had, from 2 February to 12 November 2026; always
 * the same for the same key. Throws for a source that is not listed.
 */
export function choosePublicationDate(
  hashKey: string,
  { series, rankings }: Figures,
  sources: readonly DatedSource[],
): string {
  const availableOn = [...series, ...rankings].map(({ source }) => findDay(source, sources));
  const last = [firstDay, ...availableOn].toSorted().at(-1) ?? firstDay;
  const first = addDays(last, 1);
  const days = Math.floor((Date.parse(lastDay) - Date.parse(first)) / dayMs) + 1;
  return addDays(first, hashToNumber(hashKey, 'day', days));
}

function findDay(id: string, sources: readonly DatedSource[]): string {
  const source = sources.find((listed) => listed.id === id);
  if (!source) throw new Error(`sources.json has no source ${id}`);
  return source.availableOn;
}
