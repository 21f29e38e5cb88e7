/** Series and rankings of a report with their sources, as a publisher gives them. */
import { z } from 'zod';
import { cleanText } from '../../kernel/clean-text.model.ts';
import type { ReportData } from '../reports/report-version.model.ts';

const text = z.string().overwrite(cleanText).max(2000);
const id = z
  .string()
  .regex(/^[\w.:() %,&'+/-]{1,200}$/, 'A series is named by letters, digits and hyphens.');
const measure = z.enum(['volume', 'value', 'price', 'index', 'share', 'rate']);
const year = z.int().min(1).max(9999);
const number = z.number({ error: 'A value must be a number.' });

const series = z.object({
  id,
  label: text,
  measure,
  unit: text,
  place: text,
  source: id,
  points: z.array(z.tuple([year, number])).max(2000),
  estimatedFrom: year.optional(),
  projectedFrom: year.optional(),
  note: text.optional(),
});

const ranking = z.object({
  id,
  label: text,
  measure,
  unit: text,
  year,
  source: id,
  rows: z.array(z.object({ name: text, value: number, before: number.optional() })).max(100),
  spanYears: z.int().optional(),
  total: number.optional(),
  note: text.optional(),
});

const source = z.object({
  id,
  name: text,
  publisher: text,
  licence: text,
  attribution: text,
  url: z.url({ protocol: /^https?$/, error: 'The address of a source must begin with https://.' }),
  vintage: text,
  notes: z.array(text).max(100),
});

type Data = {
  readonly figures: {
    readonly series: readonly { readonly id: string; readonly source: string }[];
    readonly rankings: readonly { readonly id: string; readonly source: string }[];
  };
  readonly sources: readonly { readonly id: string }[];
};
const listFigures = ({ figures }: Data) => [...figures.series, ...figures.rankings];
const hasEachOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

/** Every figure has its own id and a source that is given too. */
export const dataSchema = z
  .object({
    figures: z.object({
      key: text,
      series: z.array(series).max(500),
      rankings: z.array(ranking).max(500),
    }),
    sources: z.array(source).max(100),
  })
  .refine((data) => hasEachOnce(listFigures(data).map((figure) => figure.id)), {
    error: 'Two series or rankings have the same id.',
  })
  .refine(
    (data) =>
      listFigures(data).every((figure) => data.sources.some((one) => one.id === figure.source)),
    { error: 'A series or ranking names a source that is missing.' },
  ) as unknown as z.ZodType<ReportData>;
