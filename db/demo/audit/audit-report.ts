import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import type { DemoReport as Report } from '../report-writer/demo-reports.ts';
import type { DatedSource } from '../report-writer/publication-date.ts';
import { findOutliers } from '#core/catalogue/figures/statistics.ts';
import type { KeyFigure } from '../report-writer/demo-text.ts';
import {
  formatAmount,
  formatPercent,
  formatYearlyRate,
  joinWithAnd,
} from '../report-writer/format-numbers.ts';

/**
 * Returns the claims of a report's title, headline figures, notes and date that its figures don't
 * hold, one sentence each. Needs no raw data.
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

/** The claims of a title by their words, and the figures that they need. */
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

/** Returns the claims of the key figures that the figure doesn't hold. */
const auditKeyFigures = (figures: Figures, keyFigures: readonly KeyFigure[]): string[] =>
  keyFigures.flatMap((keyFigure) => {
    const { label, value, years } = keyFigure;
    const problem = findYearsProblem(figures, years) ?? findProblem(figures, keyFigure);
    return problem === undefined ? [] : [`"${label}: ${value}, ${years}" ${problem}`];
  });

/** Crops are counted by marketing years, "2025/26", and nothing else is. */
function findYearsProblem({ key }: Figures, years: string): string | undefined {
  const isMarketing = key.startsWith('psd:') && !/^psd:(meat|dairy)-/.test(key);
  const plain = years.replaceAll(/(\d{4})\/\d\d/g, '$1');
  const isNamedSo = (plain.match(/\d{4}/g) ?? []).length * 3 === years.length - plain.length;
  return isNamedSo === isMarketing ? undefined : 'has years of another kind than its source';
}

/** The first year of "2025/26" and "2025". */
const readYears = (years: string): number[] => years.split('–').map((year) => parseInt(year, 10));

const normalize = (label: string): string =>
  label
    .toLowerCase()
    .replace(' (computed)', '')
    .replace('u.s. net import', 'net import')
    .replace(/ by country|, world$/g, '');

const findSeries = ({ series }: Figures, label: string): Series | undefined =>
  series.find((one) => normalize(one.label) === normalize(label));

/** Undefined if the key figure says what its series or ranking says. */
function findProblem(figures: Figures, keyFigure: KeyFigure): string | undefined {
  const [, kind, name = ''] = /^(Growth|Volatility) of (.*)$/.exec(keyFigure.label) ?? [];
  if (kind !== undefined) {
    const series = findSeries(figures, name);
    if (!series) return 'is of no series';
    return checkTrend(kind, series, keyFigure);
  }
  const series = findSeries(figures, keyFigure.label);
  return series ? checkValue(series, keyFigure) : checkRanking(figures.rankings, keyFigure);
}

function checkTrend(kind: string, series: Series, { value, years }: KeyFigure): string | undefined {
  const [from = 0, to = 0] = readYears(years);
  const [first, last] = [from, to].map(
    (year) => series.points.find(([pointYear]) => pointYear === year)?.[1],
  );
  if (first === undefined || last === undefined) return 'is of years that the series has not';
  if (to >= (series.projectedFrom ?? Infinity)) return 'counts a projected year as the past';
  const annualRate = (last / first) ** (1 / (to - from)) - 1;
  const percent = formatYearlyRate(annualRate);
  const rate = to - from === 1 ? percent.replace(' a year', '') : percent;
  return kind === 'Growth' && rate !== value ? `should be ${rate}` : undefined;
}

function checkValue(series: Series, { label, value, years }: KeyFigure): string | undefined {
  const [year = 0] = readYears(years);
  const point = series.points.find(([pointYear]) => pointYear === year);
  if (!point) return 'is of a year that the series has not';
  if (value !== formatAmount(point[1], series.unit))
    return `should be ${formatAmount(point[1], series.unit)}`;
  if (year >= (series.projectedFrom ?? Infinity)) return 'is projected, not actual';
  if (year >= (series.estimatedFrom ?? Infinity) && !years.includes('estimate'))
    return 'is an estimate and is not called so';
  if (series.place === 'World' && !/world/i.test(label)) return 'does not say that it is the world';
  if (series.place === 'United States' && /world/i.test(label)) return 'is not of the world';
  return undefined;
}

function checkRanking(rankings: readonly Ranking[], keyFigure: KeyFigure): string | undefined {
  const claims = rankings.flatMap((ranking) => listClaims(ranking, rankings));
  const named = claims.filter(({ label }) => normalize(label) === normalize(keyFigure.label));
  if (named.length === 0) return 'is of no figure';
  const { value, years } = keyFigure;
  const isTrue = named.some(
    (claim) => claim.value === value && claim.years === String(readYears(years)[0]),
  );
  return isTrue ? undefined : `should be ${named.map((claim) => claim.value).join(' or ')}`;
}

type KeyClaim = { readonly label: string; readonly value: string; readonly years: string };

/**
 * Returns the claims that a ranking allows a key figure: its total, its first place, the share of
 * imports.
 */
function listClaims(ranking: Ranking, rankings: readonly Ranking[]): KeyClaim[] {
  const { id, label, total, unit, year } = ranking;
  const years = String(year);
  const claims: KeyClaim[] = [];
  const { without, candidates } = findCandidates(ranking);
  const first = candidates.toSorted((a, b) => b.value - a.value)[0];
  if (first && id !== 'peers') {
    const share = total ? `, ${formatPercent(first.value / total)}` : '';
    const value = `${first.name}, ${formatAmount(first.value, unit)}${share}${without}`;
    claims.push({ label: `First in ${label.replace(' by country', '')}`, value, years });
  }
  if (total !== undefined) {
    const value = formatAmount(total, unit);
    claims.push(
      { label, value, years },
      { label: label.replace(/ by .*$/, ', all forms'), value, years },
    );
    if (id === 'market') claims.push({ label: "Market size, at purchasers' prices", value, years });
  }
  return [...claims, ...listImportClaims(rankings)];
}

/** Who may be called first: per head or as a share none that is far above the rest. */
function findCandidates({ measure, rows }: Ranking): {
  readonly candidates: Ranking['rows'];
  readonly without: string;
} {
  if (measure !== 'rate' && measure !== 'share') return { candidates: rows, without: '' };
  const outliers = findOutliers(rows);
  const left = outliers.map(({ name }) => name);
  return {
    candidates: rows.filter((row) => !outliers.includes(row)),
    without: left.length > 0 ? `, without ${joinWithAnd(left)}` : '',
  };
}

function listImportClaims(rankings: readonly Ranking[]): KeyClaim[] {
  const rows = rankings.find(({ id }) => id === 'supply')?.rows ?? [];
  const valueOf = (wanted: string): number => rows.find(({ name }) => name === wanted)?.value ?? 0;
  const share = valueOf('Imports') / (valueOf('Imports') + valueOf('Domestic output'));
  const value = `${formatPercent(share)} of output and imports`;
  return [{ label: 'Imports', value, years: '2017' }];
}
