import type { GrowthDot, GrowthDots } from '#core/catalogue/drawing/growth-dots.model.ts';
import { splitTitle } from '#core/catalogue/model.ts';
import { formatChange } from '#core/catalogue/reports/report-row.model.ts';
import { paths } from '#src/paths.ts';
import { industryHueProps } from '#ui/hue.ts';
import { shortenTitle } from './industry-picture.tsx';

type Props = {
  readonly wide: GrowthDots;
  readonly narrow: GrowthDots;
  /** As the licence wants it. */
  readonly source: string;
};

/** Data between the rows: each dot is a report and leads to it, as does each row of the table. */
export function GrowthInterlude({ wide, narrow, source }: Props) {
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
      <div className="max-md:hidden">
        <Dots {...wide} />
      </div>
      <div className="md:hidden" aria-hidden="true">
        <Dots {...narrow} isPicture />
      </div>
      <p>{source}</p>
      <DotNumbers {...wide} />
    </figure>
  );
}

/** The dots as a table: for fingers, which are wider than a dot, and for screen readers. */
function DotNumbers({ dots, fromYear, toYear }: GrowthDots) {
  return (
    <details>
      <summary>The numbers as a table</summary>
      <div
        className="chart-scroll"
        tabIndex={0}
        role="group"
        aria-label="Reports by growth, fastest first"
      >
        <table className="chart-numbers">
          <thead>
            <tr>
              <th scope="col">Report</th>
              <th scope="col">
                Growth a year, {fromYear}–{toYear}
              </th>
            </tr>
          </thead>
          <tbody>
            {dots.toReversed().map(({ slug, title, growth }) => (
              <tr key={slug}>
                <th scope="row">
                  <a href={paths.report(slug)}>{splitTitle(title)[0]}</a>
                </th>
                <td>{formatChange(growth)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
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

function Dots(props: GrowthDots & { isPicture?: boolean }) {
  const { width, height, dots, ticks, median, medianX, isPicture = false } = props;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role={isPicture ? undefined : 'group'}
      aria-label="Reports by growth"
    >
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
      {!isPicture && <Extremes dots={dots} />}
      {dots.map(({ slug, title, industrySlug, growth, x, y }) => {
        const { className, style } = industryHueProps(industrySlug);
        const dot = <circle cx={x} cy={y} r={3} className={className} style={style} />;
        if (isPicture) return <g key={slug}>{dot}</g>;
        return (
          <a
            key={slug}
            href={paths.report(slug)}
            aria-label={`${title}, ${formatChange(growth)} a year`}
          >
            <title>{`${title}, ${formatChange(growth)} a year`}</title>
            {dot}
          </a>
        );
      })}
    </svg>
  );
}
