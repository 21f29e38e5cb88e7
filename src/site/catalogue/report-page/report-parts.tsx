import type { ReactNode } from 'react';
import type { AuthorName } from '#core/catalogue/authors/author.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { Country } from '#core/content/model.ts';
import { ReportContents } from './report-contents.tsx';
import { ReportDelivery } from './report-delivery.tsx';
import { ReportDescription } from './report-description.tsx';
import { ReportOpening } from './report-opening.tsx';
import { AboutAuthor, ReportQuestions } from './report-questions.tsx';
import { ReportSegmentation } from './report-segmentation.tsx';
import '../../../styles/report.css';

type Props = {
  readonly report: Report;
  readonly authors: readonly AuthorName[];
  readonly countries: readonly Country[];
  /** Of the published page, for its citations; empty in a preview. */
  readonly url: string;
  /** Beside the opening. */
  readonly prices: ReactNode;
  /** Between the first screen and the parts. */
  readonly jumpBar?: ReactNode;
  readonly related?: ReactNode;
};

/** All that is said about one report, in its order: the same on its page and in a preview. */
export const ReportParts = ({
  report,
  authors,
  countries,
  url,
  prices,
  jumpBar,
  related,
}: Props) => (
  <>
    <div className="wrap report-first-screen">
      <ReportOpening report={report} />
      <aside aria-label="Licence and price">{prices}</aside>
    </div>
    {jumpBar}
    <ReportDescription report={report} url={url} />
    <ReportDelivery report={report} />
    <div className="wrap report-parts">
      <ReportContents report={report} countries={countries} />
      <ReportSegmentation segmentation={report.segmentation} />
      <div className="report-columns">
        <ReportQuestions faqs={report.faqs} />
        <AboutAuthor report={report} authors={authors} />
      </div>
      {related}
    </div>
  </>
);
