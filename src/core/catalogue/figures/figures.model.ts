/**
 * The figures of a report: annual series and country rankings, each with its unit and its source.
 * Pure data, safe in the browser; the demo data in db/demo/figures/ has exactly this shape.
 */

/** A source's id in db/demo/sources.json: "psd", "bea", "usgs", "pink", "wdi", "iea", "cms". */
export type SourceId = string;

export type Source = {
  readonly id: SourceId;
  /** "USDA Production, Supply and Distribution" */
  readonly name: string;
  /** "U.S. Department of Agriculture, Foreign Agricultural Service" */
  readonly publisher: string;
  readonly licence: string;
  /** The attribution that the licence requires under every chart. */
  readonly attribution: string;
  readonly url: string;
  /** The date of the data: "August 2026". */
  readonly vintage: string;
  /** Partial sums, estimates, withheld values. */
  readonly notes: readonly string[];
};

/**
 * volume: a quantity made or used; value: money; price: money per unit; index: base = 100;
 * share: percent; rate: per person and the like.
 */
export type Measure = 'volume' | 'value' | 'price' | 'index' | 'share' | 'rate';

export type Series = {
  readonly id: string;
  /** "World production", "Gross output", "Price index" */
  readonly label: string;
  readonly measure: Measure;
  /** As printed on an axis: "thousand tonnes", "USD million", "2017 = 100", "USD per tonne". */
  readonly unit: string;
  /** "World", "United States", … */
  readonly place: string;
  readonly source: SourceId;
  /** In ascending order; missing years are left out. */
  readonly points: readonly (readonly [year: number, value: number])[];
  /** From this year on the values are the source's own estimates. */
  readonly estimatedFrom?: number;
  /** From this year on the values are the source's own projections, not counts of the past. */
  readonly projectedFrom?: number;
  readonly note?: string;
};

export type Ranking = {
  readonly id: string;
  /** "Production by country" */
  readonly label: string;
  readonly measure: Measure;
  readonly unit: string;
  readonly year: number;
  readonly source: SourceId;
  /** Largest first, at most 15. `before` is the value `spanYears` years earlier, if known. */
  readonly rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly before?: number;
  }[];
  readonly spanYears?: number;
  /** 100 % of the shares, if it is known and comparable. */
  readonly total?: number;
  readonly note?: string;
};

/** All figures of a report. The first series is the main one, which the cover shows. */
export type Figures = {
  /** "<source>:<key>" */
  readonly key: string;
  readonly series: readonly Series[];
  readonly rankings: readonly Ranking[];
};

/** One projected year; the band from `low` to `high` is meant to hold in 80 % of cases. */
export type ForecastYear = {
  readonly year: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
};

/** A report's newest figure in short, for lists and tiles. */
export type HeadlineFigure = {
  /** "1.60 Mt", "$171 bn" */
  readonly value: string;
  /** "World mine production, 2023 est." */
  readonly note: string;
  /** "+3.1 %" on the year before; undefined if it can't be computed. */
  readonly change?: string;
};

/** What the numbers of a chart say, in sentences without a full stop. */
export type ChartFinding = {
  readonly finding: string;
  /** What changed most; missing if nothing of the kind can be said. */
  readonly largestChange?: string;
};

/** What is made of figures when they are written, and read as it is. */
export type FiguresFacts = {
  /** Our own projection of the series with this id; missing if there is none to print. */
  readonly forecast?: { readonly series: string; readonly yearly: readonly ForecastYear[] };
  /** By the key of a chart: of each figure, and of each chart that the description shows. */
  readonly findings: Readonly<Record<string, ChartFinding>>;
};

export type DescribedFigures = Figures & { readonly facts: FiguresFacts };
