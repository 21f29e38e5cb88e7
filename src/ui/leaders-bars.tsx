import { listLeaders, type LeadersSource } from '#core/catalogue/small-charts.model.ts';
import { formatNumber } from './format.ts';

/**
 * The leaders of a ranking as thin bars in the hue around them: name, and share of the whole
 * ("33 %"), or the value where the whole is not known.
 */
export function LeadersBars({ ranking, count = 3 }: { ranking: LeadersSource; count?: number }) {
  return (
    <ol className="leaders-bars">
      {listLeaders(ranking, count).map(({ name, value, share, barShare }) => (
        <li key={name}>
          <span className="leaders-bars-name">{name}</span>
          <span>{share === undefined ? formatNumber(value) : formatShare(share)}</span>
          <span className="leaders-bars-track" aria-hidden="true">
            <span style={{ width: `${(barShare * 100).toFixed(1)}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

const formatShare = (share: number): string =>
  share > 0 && share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`;
