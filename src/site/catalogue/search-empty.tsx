import type { FoundReport } from '#core/catalogue/search/index.ts';
import type { Country } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { LeadFormIsland } from '#site/leads/lead-form-island.tsx';
import { texts } from '#site/texts.ts';
import { ActionLink } from '#ui/action-link.tsx';
import { formatCount } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { Pictogram } from '#ui/pictogram.tsx';
import { IndustryLines } from './industry-lines.tsx';
import { ReasonWords } from './search-reason.tsx';
import { OwnPages } from './search-results.tsx';
import type { PageLink } from './site-pages.ts';

export type NearIndustry = {
  readonly slug: string;
  readonly name: string;
  readonly pictogram: string;
  readonly reports: number;
  /** One SVG path for the lines of its newest reports. */
  readonly lines: string;
  /** The subjects of its two newest reports. */
  readonly subjects: readonly string[];
};

type Props = {
  readonly query: string;
  /** The words that are marked in what mentions them. */
  readonly marks: string;
  readonly pages: readonly PageLink[];
  readonly mentioned: readonly FoundReport[];
  readonly reportCount: number;
  readonly industries: readonly NearIndustry[];
  readonly countries: readonly Country[];
  readonly rejected: RejectedForm | undefined;
};

/**
 * No report is about the words: pages of the store that are, reports that mention them, else the
 * nearest industries; and a request that carries the words along.
 */
export function SearchEmpty(props: Props) {
  const { query, pages, countries, rejected } = props;
  const wish = `I am looking for a report on ${query}. These numbers would help me: `;
  return (
    <div className="wrap search-empty">
      <section>
        <OwnPages pages={pages} />
        <NoReport {...props} />
      </section>
      <section aria-labelledby="ask-for-it" className="search-ask">
        <h2 id="ask-for-it">Ask for it</h2>
        <p>If a public source counts it, we can write it. We answer by email.</p>
        <LeadFormIsland
          kind="contact"
          countries={countries}
          rejected={rejected}
          values={{ message: wish }}
        />
      </section>
    </div>
  );
}

/** If a page of the store answers, nobody misses a report. */
function NoReport(props: Props) {
  const { query, pages, mentioned, reportCount, industries } = props;
  const all = `None of our ${formatCount(reportCount, 'report')}`;
  const isMentioned = mentioned.length > 0;
  const isAnswered = pages.length > 0 || isMentioned;
  return (
    <>
      {(pages.length === 0 || isMentioned) && (
        <>
          <h2>{query === '' ? 'Ask us for a report' : `We have no report on ${query} yet`}</h2>
          <p className="search-empty-lead">
            {isMentioned
              ? `${all} is about this. It is mentioned in:`
              : `${all} has these words, and no similar spelling was found.`}
            {!isAnswered &&
              industries.length > 0 &&
              ' Perhaps one of these industries has what you are looking for.'}
          </p>
        </>
      )}
      <Mentions {...props} />
      {!isAnswered && industries.length > 0 && (
        <ul>
          {industries.map((industry) => (
            <IndustryRow key={industry.slug} industry={industry} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-7 pt-6">
        <ActionLink href={paths.industries()}>{texts.allCategories}</ActionLink>
        <ActionLink href={paths.reportStore()}>Report Store</ActionLink>
      </p>
    </>
  );
}

/** Reports that say the words somewhere, each with where. */
const Mentions = ({ mentioned, marks }: Pick<Props, 'mentioned' | 'marks'>) =>
  mentioned.length > 0 && (
    <ul className="search-mentions">
      {mentioned.map(({ id, slug, title, reason }) => (
        <li key={id}>
          <h3>
            <a href={paths.report(slug)}>{title}</a>
          </h3>
          {reason && (
            <p>
              <ReasonWords reason={reason} words={marks} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );

function IndustryRow({ industry }: { industry: NearIndustry }) {
  const { slug, name, pictogram, reports, lines, subjects } = industry;
  return (
    <li {...industryHueProps(slug)}>
      <Pictogram name={pictogram} size={44} />
      <div>
        <h3>
          <a href={paths.industry(slug)}>{name}</a>
        </h3>
        <p>
          {formatCount(reports, 'report')}
          {subjects.length > 0 && `, among them ${subjects.join(' and ')}`}
        </p>
      </div>
      <IndustryLines lines={lines} />
    </li>
  );
}
