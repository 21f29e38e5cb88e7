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
