import { sql } from 'kysely';
import type { Prices } from '#core/catalogue/reports/licence.model.ts';

/** For an update of a report: its prices with one of them higher by so many cents. */
export const raisePrice = (name: string, cents: number) =>
  sql<Prices>`jsonb_set(prices, array[${name}::text], to_jsonb((prices ->> ${name}::text)::int + ${cents}::int))`;
