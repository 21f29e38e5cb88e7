import type { Figures, Series } from '#core/catalogue/figures.model.ts';
import { sourceIdOf } from './main-series.ts';
import type { SubjectText } from './subject-text.ts';

/** "Wheat Market: World Production and Leading Countries, 1960–2026". */
export function writeTitle({ subject }: SubjectText, figures: Figures, main: Series): string {
  const span = `${main.points[0]?.[0]}–${main.points.at(-1)?.[0]}`;
  const endings: Readonly<Record<string, string>> = {
    bea: `Market: Output, Prices and Real Growth, ${span}`,
    psd: `Market: World Production and Leading Countries, ${span}`,
    usgs:
      figures.rankings.length > 0
        ? `Market: Supply, Trade and Leading Producers, ${span}`
        : `Market: Supply, Trade and Prices, ${span}`,
    pink: `Prices: Annual Averages, Turning Points and Neighbours, ${span}`,
    wdi: `Worldwide: Development and Country Ranking, ${span}`,
    iea: `Worldwide: Growth and Leading Countries, ${span}`,
    cms: `: Spending, Claims and Cost per Claim, ${span}`,
  };
  return `${subject} ${endings[sourceIdOf(figures)] ?? span}`
    .replace(' : ', ': ')
    .replace('Price Prices', 'Prices');
}
