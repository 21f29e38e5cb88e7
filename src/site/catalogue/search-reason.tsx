import { explainMatch } from '#core/catalogue/match-reason.model.ts';
import type { ReportCard } from '#core/catalogue/model.ts';
import { MarkedText } from './marked-text.tsx';

type Props = {
  readonly report: Pick<ReportCard, 'title' | 'code' | 'shortDescription'>;
  readonly words: string;
};

/** Why a search found a report, with the match marked and named. */
export function SearchReason({ report, words }: Props) {
  const reason = explainMatch(report, words);
  if (reason.place === 'title')
    return <p className="report-row-reason">In the title. {report.shortDescription}</p>;
  if (!('text' in reason))
    return (
      <p className="report-row-reason">
        Also found under “<mark>{words}</mark>”. {report.shortDescription}
      </p>
    );
  return (
    <p className="report-row-reason">
      In the {reason.place}: “
      <MarkedText text={reason.text} words={words} />”
    </p>
  );
}
