import type { Catalogue } from '#core/catalogue/index.ts';
import { pickLargest } from '#core/catalogue/model.ts';
import type { GrowthDots } from '#core/catalogue/drawing/growth-dots.model.ts';
import type { Source } from '#core/catalogue/figures/figures.model.ts';

const reportsPerIndustry = 16;
const sourceId = 'bea';

/** The growth of the newest reports of one source, at most 16 of each industry. */
export type Growth = {
  readonly wide: GrowthDots;
  /** The same dots in a drawing for phones. */
  readonly narrow: GrowthDots;
  /** The source's name as its licence wants it. */
  readonly source: string;
};

/** Reads the reports that are compared; undefined if a store has too few. */
export async function readGrowth(
  {
    industries,
  }: { readonly industries: Pick<Catalogue['industries'], 'list' | 'placeGrowthDots'> },
  sources: readonly Pick<Source, 'id' | 'attribution'>[],
): Promise<Growth | undefined> {
  const [wide, narrow] = await industries.placeGrowthDots({
    source: sourceId,
    perIndustry: reportsPerIndustry,
    industrySlugs: pickLargest(await industries.list()).map(({ slug }) => slug),
    widths: [912, 350],
  });
  const source = sources.find(({ id }) => id === sourceId)?.attribution;
  return wide && narrow && source ? { wide, narrow, source } : undefined;
}
