/** A report's newest figure in short, for lists and tiles. Pure. */
import { createValueFormat } from '../drawing/chart-units.model.ts';
import type { Figures, HeadlineFigure, Series } from './figures.model.ts';

/** The newest value of the main series with what it is; undefined if there is no series. */
export function describeHeadline({ series: [main] }: Figures): HeadlineFigure | undefined {
  const last = main?.points.at(-1);
  if (!main || !last) return undefined;
  const [year, value] = last;
  const { formatValue } = createValueFormat(main.unit, Math.abs(value));
  const isEstimate = main.estimatedFrom !== undefined && year >= main.estimatedFrom;
  return {
    value: formatValue(value),
    note: `${nameMeasure(main)}, ${year}${isEstimate ? ' est.' : ''}`,
    ...describeChange(main),
  };
}

/** A price, rate, index or share means nothing without its unit, which the value doesn't print. */
const nameMeasure = ({ label, measure, unit }: Series): string =>
  measure === 'volume' || measure === 'value' ? label : `${label}, ${unit}`;

function describeChange({ points, measure }: Series): Pick<HeadlineFigure, 'change'> {
  const [before, last] = [points.at(-2), points.at(-1)];
  if (!before || !last || before[1] <= 0 || measure === 'share') return {};
  const percent = (last[1] / before[1] - 1) * 100;
  const size = Math.abs(percent).toFixed(1);
  const sign = percent < 0 ? '−' : '+';
  return { change: size === '0.0' ? '0 %' : `${sign}${size} %` };
}
