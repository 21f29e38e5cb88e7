import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { calculateConcentration } from '#core/catalogue/figures/statistics.ts';
import type { DemoReport } from '../../report-writer/demo-reports.ts';

/** Where a value stands: the key of the figures and the id of a series or ranking. */
export type Place = readonly [key: string, id: string];
type Row = Ranking['rows'][number];

/**
 * Facts that posts and press notes may be compared with. Each of its functions throws if the
 * demo has no such figure.
 */
export class DemoFacts {
  readonly reports: readonly DemoReport[];
  readonly #figures: ReadonlyMap<string, Figures>;

  constructor(reports: readonly DemoReport[]) {
    this.reports = reports;
    this.#figures = new Map(reports.map(({ figures }) => [figures.key, figures]));
  }

  readonly getSeries = (place: Place): Series =>
    this.#find(place, ({ series }) => series.find(({ id }) => id === place[1]));

  readonly getRanking = (place: Place): Ranking =>
    this.#find(place, ({ rankings }) => rankings.find(({ id }) => id === place[1]));

  /** The value of a series in a year. */
  readonly at = (place: Place, year: number): number =>
    known(this.getSeries(place).points.find(([one]) => one === year)?.[1], [...place, year]);

  /** The values of a series, both years included. */
  readonly between = (place: Place, from: number, to: number): number[] =>
    this.getSeries(place)
      .points.filter(([year]) => year >= from && year <= to)
      .map(([, value]) => value);

  /** How many times its earlier value a series has reached. */
  readonly ratio = (place: Place, from: number, to: number): number =>
    this.at(place, to) / this.at(place, from);

  readonly row = (place: Place, name: string): number => this.#findRow(place, name).value;

  /** The earlier value of a row of a ranking. */
  readonly before = (place: Place, name: string): number =>
    known(this.#findRow(place, name).before, [...place, name, 'before']);

  readonly total = (place: Place): number => known(this.getRanking(place).total, place);

  /** The part of the total that these names have together: 0.5 is a half. */
  readonly share = (place: Place, ...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + this.row(place, name), 0) / this.total(place);

  /** The part of the total that the largest of the list have together. */
  readonly topShare = (place: Place, count: number): number =>
    this.getRanking(place)
      .rows.slice(0, count)
      .reduce((sum, { value }) => sum + value, 0) / this.total(place);

  readonly herfindahl = (place: Place): number =>
    known(calculateConcentration(this.getRanking(place))?.herfindahl, place);

  #find<T>(place: Place, find: (figures: Figures) => T | undefined): T {
    return known(find(known(this.#figures.get(place[0]), place)), place);
  }

  #findRow(place: Place, wanted: string): Row {
    const row = this.getRanking(place).rows.find(({ name }) => name === wanted);
    return known(row, [...place, wanted]);
  }
}

function known<T>(value: T | undefined, name: readonly (string | number)[]): T {
  if (value === undefined) throw new Error(`The demo has no figure ${name.join(' ')}`);
  return value;
}
