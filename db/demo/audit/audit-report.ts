import type { Figures } from '#core/catalogue/figures/figures.model.ts';
import type { DemoReport as Report } from '../report-writer/demo-reports.ts';
import type { DatedSource } from '../report-writer/publication-date.ts';
import { auditKeyFigures } from './audit-key-figures.ts';

/**
 * What a report's title, headline figures, notes and date claim and its figures don't hold, one
 * sentence each. Needs no raw data.
 */
export const auditReport = (report: Report, sources: readonly DatedSource[]): string[] =>
  [
    ...auditTitle(report),
    ...auditKeyFigures(report.figures, report.text.keyFigures),
    ...auditOpening(report),
    ...auditNotes(report.figures),
    ...auditDate(report, sources),
  ].map((fault) => `${report.figures.key}: ${fault}`);

const sourceOf = ({ key }: Figures): string => key.split(':')[0] ?? '';
const lastYearOf = ({ series }: Figures): number =>
  Math.max(...series.flatMap(({ points }) => points.map(([year]) => year)));

type Claim = readonly [word: RegExp, isTrue: (figures: Figures) => boolean];

const hasRanking = (figures: Figures, id: RegExp): boolean =>
  figures.rankings.some((ranking) => id.test(ranking.id));
const hasSeries = (figures: Figures, label: RegExp): boolean =>
  figures.series.some((series) => label.test(`${series.label} ${series.measure}`));

/** What the figures must have for a word to be used in the title. */
const titleClaims: readonly Claim[] = [
  [/\bSize\b/, (figures) => hasRanking(figures, /^market$/)],
  [
    /\bImports\b/,
    (figures) =>
      figures.rankings.some(
        ({ id, rows }) => id === 'supply' && rows.some(({ name }) => name === 'Imports'),
      ),
  ],
  [/\bOutput\b/, (figures) => hasSeries(figures, /^Gross output/)],
  [/\bPrices\b/, (figures) => hasSeries(figures, /price|index/i)],
  [/\bReserves\b/, (figures) => hasRanking(figures, /^reserves-/)],
  [/\bTrade\b/, (figures) => hasSeries(figures, /imports|exports/i)],
  [/\bWorld\b/, ({ series }) => series[0]?.place === 'World'],
  [/\b(Countries|Country|Producers)\b/, (figures) => hasRanking(figures, /countries|production/)],
  [/\bClaims\b/, (figures) => hasSeries(figures, /^Claims/)],
];

function auditTitle({ text: { title }, figures }: Report): string[] {
  const faults = titleClaims
    .filter(([word, isTrue]) => word.test(title) && !isTrue(figures))
    .map(([word]) => `the title says ${word.source}, which no figure is about: "${title}"`);
  const isAmerican = figures.series.every(({ place }) => place === 'United States');
  if (isAmerican && !title.includes('U.S.')) faults.push(`only U.S. figures: "${title}"`);
  const isIndustry = sourceOf(figures) === 'bea';
  if (isIndustry && /\bMarket\b/.test(title) && !hasRanking(figures, /^market$/))
    faults.push(`output is no market: "${title}"`);
  if (lastYearOf(figures) < 2020 && !title.includes(String(lastYearOf(figures))))
    faults.push(`the data end in ${lastYearOf(figures)}, which the title does not say: "${title}"`);
  return faults;
}

/** The whole opens: the world of a mineral, the market of a product, all forms of a medicine. */
function auditOpening({ text, figures }: Report): string[] {
  const opening = text.keyFigures[0]?.label ?? '';
  const hasWorldTotal = figures.rankings.some(
    ({ id, total }) => id.startsWith('production-') && total !== undefined,
  );
  if (sourceOf(figures) === 'usgs' && hasWorldTotal && !opening.startsWith('World'))
    return [`opens with "${opening}" and not with the world`];
  if (hasRanking(figures, /^market$/) && !opening.startsWith('Market size'))
    return [`opens with "${opening}" and not with the market`];
  const isPart = figures.series[0]?.label.includes(', without ') ?? false;
  return isPart && !opening.includes('all forms') ? [`opens with a part: "${opening}"`] : [];
}

/** Remarks of the data that belong to some subjects alone. */
const ownNotes: readonly (readonly [words: RegExp, keys: RegExp])[] = [
  [/shifted column heads/, /^usgs:(lead|fluor)$/],
  [/Enbrel/, /^cms:Etanercept$/],
  [/dairy and meat/, /^psd:(dairy|meat)-/],
  [/United Kingdom within/, /^psd:/],
];

const auditNotes = ({ key, series, rankings }: Figures): string[] =>
  [...series, ...rankings].flatMap(({ label, note = '' }) =>
    ownNotes
      .filter(([words, keys]) => words.test(note) && !keys.test(key))
      .map(() => `a note under "${label}" is about another subject: "${note}"`),
  );

function auditDate({ publishedOn, figures }: Report, sources: readonly DatedSource[]): string[] {
  const used = [...figures.series, ...figures.rankings].map(({ source }) => source);
  return sources
    .filter(({ id, availableOn }) => used.includes(id) && availableOn > publishedOn)
    .map(({ name, availableOn }) => `published on ${publishedOn}; ${name} is of ${availableOn}`);
}
