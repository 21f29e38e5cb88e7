import {
  drawSparkline,
  type SparklineOptions,
  type Trend,
} from '#core/catalogue/drawing/small-charts.model.ts';
import { SvgDrawing } from './svg-drawing.tsx';

/**
 * A trend line from zero in the hue around it, with its first and last year below. "–" if there
 * is no line to draw. As wide as its container, in the proportion of `width` and `height`.
 */
export function Sparkline({
  trend,
  hasYears = true,
  ...options
}: { trend: Trend | undefined; hasYears?: boolean } & SparklineOptions) {
  const drawing = trend && drawSparkline(trend, options);
  if (!drawing) return <span className="text-muted">–</span>;
  return (
    <span className="sparkline">
      <SvgDrawing drawing={drawing} />
      {hasYears && (
        <span className="sparkline-years" aria-hidden="true">
          <span>{trend.points[0]?.[0]}</span>
          <span>{trend.points.at(-1)?.[0]}</span>
        </span>
      )}
    </span>
  );
}
