import type { SourceId } from '#core/catalogue/figures/figures.model.ts';

/** What a buyer calls the data of a source that we know well. */
const kindLabels = new Map<SourceId, string>([
  ['bea', 'Industry output, U.S.'],
  ['usgs', 'Mining and minerals'],
  ['psd', 'World crops and livestock'],
  ['pink', 'Commodity prices'],
  ['wdi', 'Country indicators'],
  ['cms', 'Medicines, U.S. Medicare'],
  ['iea', 'Electric vehicles'],
]);

/** The kind of a source's data; of another publisher's source its own name. */
export const nameDataKind = (
  id: SourceId,
  sources: readonly { readonly id: SourceId; readonly name: string }[],
): string => kindLabels.get(id) ?? sources.find((source) => source.id === id)?.name ?? id;
