import { industryLinesSize } from '#core/catalogue/figures/industry-lines.model.ts';

/** An industry at a glance: a thin line for each of its reports, from one SVG path. */
export function IndustryLines({ lines }: { lines: string }) {
  const { width, height } = industryLinesSize;
  return (
    <svg
      className="industry-lines"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={lines} />
    </svg>
  );
}
