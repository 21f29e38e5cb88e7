import type { GrowthDot, GrowthDots } from '#core/catalogue/drawing/growth-dots.model.ts';
import { formatChange } from '#core/catalogue/reports/report-row.model.ts';
import { paths } from '#src/paths.ts';
import { industryHueProps } from '#ui/hue.ts';
import { shortenTitle } from '../industry-picture.tsx';
import type { Growth } from './read-growth.ts';

/**
 * Data between the rows of the store: each dot is a report. A script (`dot-names.ts`) says which one
 * is under the pointer, and leads to it; without script the picture leads to the page of its numbers,
 * as the link below it does for fingers, keyboards and screen readers.
 */
export function GrowthPicture({ wide, narrow, source }: Growth) {
  const { dots, median, fromYear, toYear } = wide;
  return (
    <figure className="interlude">
      <figcaption>
        <h2>
          Half of these {dots.length} American industries grew by {formatChange(median)} a year or
          more. Find yours
        </h2>
        <p>
          Each dot is one report: growth of gross output a year, {fromYear}–{toYear}, in current
          dollars. Colour: industry.
        </p>
      </figcaption>
      <div className="interlude-drawing max-md:hidden" data-dots={paths.growth()}>
        <a href={paths.growth()} tabIndex={-1} aria-hidden="true">
          <Dots {...wide} hasNames />
        </a>
      </div>
      <div className="md:hidden" aria-hidden="true">
        <Dots {...narrow} />
      </div>
      <p>{source}</p>
      <a className="interlude-numbers" href={paths.growth()}>
        The numbers as a table
      </a>
    </figure>
  );
}

function Dots(props: GrowthDots & { readonly hasNames?: boolean }) {
  const { width, height, dots, ticks, median, medianX, hasNames = false } = props;
  return (
    <svg viewBox={`0 0 ${width} ${height}`}>
      <path d={`M${medianX} 14V${height - 18}`} className="interlude-median" />
      <text x={medianX - 6} y={10} textAnchor="end" className="interlude-half">
        half grew faster than {formatChange(median)}
      </text>
      <path d={`M0 ${height - 17.5}H${width}`} className="interlude-axis" />
      {ticks.map(({ x, label }, index) => (
        <text key={label} x={x} y={height - 4} textAnchor={index === 0 ? 'start' : 'middle'}>
          {label}
        </text>
      ))}
      {hasNames && <Extremes dots={dots} />}
      {[...Map.groupBy(dots, ({ industrySlug }) => industrySlug)].map(([industry, own]) => {
        const { className, style } = industryHueProps(industry);
        return (
          <path
            key={industry}
            className={`interlude-dots ${className}`}
            style={style}
            d={own.map(({ x, y }) => `M${x} ${y}h0`).join('')}
          />
        );
      })}
    </svg>
  );
}

const namedAtEachEnd = 2;
const labelPitch = 17;

/** The slowest and the fastest by name, the outermost highest, so that no line crosses a name. */
function Extremes({ dots }: Pick<GrowthDots, 'dots'>) {
  const ends = [
    { anchor: 'start', named: dots.slice(0, namedAtEachEnd) },
    { anchor: 'end', named: dots.slice(-namedAtEachEnd).toReversed() },
  ] as const;
  return ends.map(({ anchor, named }) =>
    named.map((dot, index) => (
      <ExtremeLabel key={dot.slug} dot={dot} anchor={anchor} level={named.length - index} />
    )),
  );
}

function ExtremeLabel(props: { dot: GrowthDot; anchor: 'start' | 'end'; level: number }) {
  const { dot, anchor, level } = props;
  const { x, y, title, growth } = dot;
  const top = y - 8 - level * labelPitch;
  return (
    <g className="interlude-label">
      <path d={`M${x} ${y - 4}V${top + 4}`} />
      <text x={anchor === 'start' ? x - 3 : x + 3} y={top} textAnchor={anchor}>
        {shortenTitle(title)} <tspan>{formatChange(growth)}</tspan>
      </text>
    </g>
  );
}
