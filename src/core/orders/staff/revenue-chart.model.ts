/** Revenue by day or week as columns. Pure. */
import { scaleLinear } from 'd3-scale';
import { formatDay } from '../../kernel/date.model.ts';
import { formatMoney, toUnits } from '../../kernel/money.model.ts';
import { roundToTenth, type Drawing, type Shape } from '../../catalogue/drawing/drawing.model.ts';
import type { Revenue } from './revenue.model.ts';

type ChartRevenue = Pick<Revenue, 'currency' | 'steps'>;

const height = 190;
const top = 10;
const axisHeight = 22;
const tickWidth = 62;
/** Narrower labels of months would touch. */
const minLabelWidth = 44;
const gap = 2;

const shortNumber = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/**
 * A column for each step, below the line if more was refunded than paid. Ticks name the currency
 * once, at the top; the first step of each month is named. Undefined without a step.
 */
export function drawRevenue({ currency, steps }: ChartRevenue, width: number): Drawing | undefined {
  if (steps.length === 0) return undefined;
  const values = steps.map(({ revenueCents }) => toUnits(revenueCents, currency));
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(1, ...values)],
    [height - axisHeight, top],
  ).nice(4);
  const columnWidth = (width - tickWidth) / steps.length;
  const columns = values.map((value, index): Shape => {
    const [from, to] = [y(0), y(value)];
    return {
      kind: 'rect',
      x: roundToTenth(tickWidth + index * columnWidth),
      y: roundToTenth(Math.min(from, to)),
      w: roundToTenth(Math.max(1, columnWidth - gap)),
      h: roundToTenth(Math.abs(to - from)),
      fill: value < 0 ? 'accent' : 'hue',
    };
  });
  const total = steps.reduce((sum, { revenueCents }) => sum + revenueCents, 0);
  return {
    width,
    height,
    title: `Revenue from ${nameDay(steps[0]?.start)} on: ${formatMoney(total, currency)}`,
    shapes: [...drawTicks(y, width, currency), ...columns, ...drawMonths(steps, width)],
  };
}

function drawTicks(y: ReturnType<typeof scaleLinear>, width: number, currency: string): Shape[] {
  const ticks = y.ticks(4);
  return ticks.flatMap((value, index): Shape[] => {
    const at = roundToTenth(Number(y(value)));
    const text = shortNumber.format(value) + (index === ticks.length - 1 ? ` ${currency}` : '');
    return [
      {
        kind: 'path',
        d: `M${tickWidth} ${at}H${width}`,
        stroke: value === 0 ? 'ink' : 'rule',
        width: 1,
      },
      { kind: 'text', x: tickWidth - 8, y: at + 4, text, size: 12, anchor: 'end', fill: 'muted' },
    ];
  });
}

function drawMonths(steps: ChartRevenue['steps'], width: number): Shape[] {
  const columnWidth = (width - tickWidth) / steps.length;
  let lastX = -Infinity;
  return steps.flatMap(({ start }, index): Shape[] => {
    const isNewMonth = start.slice(0, 7) !== steps[index - 1]?.start.slice(0, 7);
    const x = tickWidth + index * columnWidth;
    if (!isNewMonth || x - lastX < minLabelWidth || x + minLabelWidth > width) return [];
    lastX = x;
    const text = nameDay(start).split(' ').slice(0, 2).join(' ');
    return [{ kind: 'text', x: roundToTenth(x), y: height - 6, text, size: 12, fill: 'muted' }];
  });
}

const nameDay = (day = '1970-01-01'): string => formatDay(day);
