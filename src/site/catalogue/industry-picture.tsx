import type {
  IndustryBar,
  IndustryOverview,
} from '#core/catalogue/figures/industry-leaders.model.ts';
import { splitTitle } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { formatCount } from '#ui/format.ts';

type Props = { readonly overview: IndustryOverview; readonly sources: readonly string[] };

/** One picture of a whole industry: each bar is a report and leads to it. */
export function IndustryPicture({ overview, sources }: Props) {
  const { kind, bars, years } = overview;
  const largest = kind === 'leaders' ? 1 : Math.max(...bars.map(({ value }) => Math.abs(value)));
  return (
    <figure className="industry-picture">
      <figcaption>
        <h2>{describeOverview(overview)}</h2>
        <p>
          {kind === 'leaders'
            ? `Share of the leading country, ${years}. Pale: the second country`
            : `Growth of the main series a year over the ten years to ${years}, each in its own unit`}
        </p>
      </figcaption>
      {kind === 'leaders' && <ShareAxis />}
      <ul className={kind === 'leaders' ? 'industry-shares' : undefined}>
        {bars.map((bar) => (
          <li key={bar.slug}>
            <a href={paths.report(bar.slug)}>
              <span>{shortenTitle(bar.title)}</span>
              <Bar bar={bar} largest={largest} />
              <strong>{bar.label}</strong>
              <span>{bar.note}</span>
            </a>
          </li>
        ))}
      </ul>
      <p>{sources.join(' ')} Each bar leads to its report.</p>
    </figure>
  );
}

function Bar({ bar, largest }: { readonly bar: IndustryBar; readonly largest: number }) {
  const { value, second } = bar;
  const toWidth = (part: number) => ({
    width: `${((Math.abs(part) / largest) * 100).toFixed(1)}%`,
  });
  return (
    <span className="industry-bar" aria-hidden="true">
      <span className={value < 0 ? 'falling' : ''} style={toWidth(value)} />
      {second !== undefined && <span className="second" style={toWidth(second)} />}
    </span>
  );
}

/** The whole is 100 %: each bar's value stands beside it, so that the axis only helps the eye. */
const ShareAxis = () => (
  <p className="industry-axis" aria-hidden="true">
    {[0, 25, 50, 75, 100].map((share) => (
      <span key={share}>{share === 100 ? '100 %' : share}</span>
    ))}
  </p>
);

/** "Lithium" of "Lithium Market: World Supply". */
export const shortenTitle = (title: string): string => splitTitle(title)[0].replace(/ Market$/, '');

/** "8 of these 14 subjects come first of all from China"; "11 of 13 subjects grew". */
function describeOverview({ kind, bars }: IndustryOverview): string {
  if (kind === 'growth') {
    const growing = bars.filter(({ value }) => value > 0).length;
    return `${growing} of these ${formatCount(bars.length, 'series', 'series')} grew over ten years`;
  }
  const leaders = new Map<string, number>();
  for (const bar of bars) leaders.set(nameLeader(bar), (leaders.get(nameLeader(bar)) ?? 0) + 1);
  const [first] = [...leaders].toSorted((a, b) => b[1] - a[1]);
  return `${first?.[0]} leads in ${first?.[1]} of these ${formatCount(bars.length, 'ranking')}`;
}

const nameLeader = ({ note }: IndustryBar): string => note.split(', then ')[0] ?? note;
