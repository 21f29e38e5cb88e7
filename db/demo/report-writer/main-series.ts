import type { Figures } from '#core/catalogue/figures.model.ts';
import type { SubjectText } from './subject-text.ts';

/** "usgs" for figures with the key "usgs:coppe". */
export const sourceIdOf = (figures: Figures): string => figures.key.split(':')[0] ?? '';

/**
 * What the main series of a mineral counts, in full: "U.S. production (mines) of copper". Undefined
 * for other sources, whose subject says it already.
 */
export function nameMainSeries(figures: Figures, { noun }: SubjectText): string | undefined {
  if (sourceIdOf(figures) !== 'usgs') return undefined;
  const [head = '', ...rest] = (figures.series[0]?.label ?? '').split(', ');
  const qualifier = rest.join(', ');
  if (qualifier.toLowerCase().includes(noun.toLowerCase())) return `${head} of ${qualifier}`;
  return `${head}${rest.length > 0 ? ` (${qualifier})` : ''} of ${noun}`;
}
