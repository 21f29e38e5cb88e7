import type { Leader } from '#core/catalogue/drawing/small-charts.model.ts';

/** The leaders with their shares, each over a bar in the hue around it. */
export function LeaderBars({ leaders }: { leaders: readonly Leader[] }) {
  return (
    <ol className="leader-bars">
      {leaders.map(({ name, share, barShare }) => (
        <li key={name}>
          <span>{name}</span>
          {share !== undefined && <span>{Math.round(share * 100)} %</span>}
          <span className="leader-bar" aria-hidden="true">
            <span style={{ width: `${(barShare * 100).toFixed(1)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
