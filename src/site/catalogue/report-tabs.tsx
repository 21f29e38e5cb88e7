import type { Report } from '#core/catalogue/model.ts';
import type { ContentsEntry } from '#core/catalogue/report-text.model.ts';
import type { Country } from '#core/content/model.ts';
import { LeadFormIsland } from '#site/leads/lead-form-island.tsx';
import { texts } from '#site/texts.ts';
import { ReportCharts } from './report-chart.tsx';

const tabs = [
  ['report-description', texts.tabDescription],
  ['table-of-content', texts.tabTableOfContents],
  ['segmentation', texts.tabSegmentation],
] as const;

const tabClassName =
  '-mb-px border-b-2 border-transparent py-3 text-[16px] font-semibold ' +
  'text-muted hover:text-ink';

type ReportTabsProps = {
  readonly report: Report;
  /** The page's absolute address. */
  readonly url: string;
  readonly countries: readonly Country[];
};

/**
 * Description, contents and segmentation; without script one below the other, with links to each.
 */
export function ReportTabs({ report, url, countries }: ReportTabsProps) {
  const panels = [
    <Description key="d" report={report} url={url} />,
    <TableOfContents key="c" report={report} countries={countries} />,
    <Segmentation key="s" report={report} />,
  ];
  return (
    <>
      <div
        className="tabs no-print flex flex-wrap gap-x-6 border-b border-rule"
        role="tablist"
        aria-label="Report"
      >
        {tabs.map(([id, label], index) => (
          <a
            key={id}
            id={`tab-${id}`}
            role="tab"
            aria-selected={index === 0}
            aria-controls={id}
            tabIndex={index === 0 ? 0 : -1}
            href={`#${id}`}
            className={tabClassName}
          >
            {label}
          </a>
        ))}
      </div>
      {tabs.map(([id, label], index) => (
        <section
          key={id}
          id={id}
          role="tabpanel"
          aria-labelledby={`tab-${id}`}
          className="panel pt-8"
          data-open={index === 0 ? '' : undefined}
        >
          <h2 className="sr-only">{label}</h2>
          {panels[index]}
        </section>
      ))}
    </>
  );
}

function Description({ report, url }: { report: Report; url: string }) {
  const { text, sources } = report;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <p className="max-w-[70ch] text-[17px] leading-relaxed">{text.intro.join(' ')}</p>
      {text.analysis.map((section) => (
        <section key={section.heading}>
          <h3 className="mb-3 text-[24px]">{section.heading}</h3>
          <div className="prose-text">
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <ReportCharts report={report} reportUrl={url} ids={section.charts} />
        </section>
      ))}
      <section className="grid gap-6 sm:grid-cols-2">
        <MarketForces title="What pushes it up" sentences={text.drivers} />
        <MarketForces title="What holds it back" sentences={text.restraints} />
      </section>
      <section>
        <h3 className="mb-3 text-[24px]">Method and sources</h3>
        <div className="prose-text text-[15px]">
          {text.method.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <ul className="mt-4 grid gap-2 text-[14px] text-muted">
          {sources.map((source) => (
            <li key={source.id}>
              <a className="link" rel="noopener" href={source.url}>
                {source.name}
              </a>
              , {source.publisher}, {source.vintage}. {source.attribution}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function MarketForces({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <div className="sheet p-5">
      <h3 className="mb-2 text-[19px]">{title}</h3>
      <ul className="grid list-disc gap-2 pl-5 text-[15px]">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

function TableOfContents({ report, countries }: { report: Report; countries: readonly Country[] }) {
  return (
    <>
      <div className="prose-text">
        <ContentsEntries entries={report.text.contents} />
      </div>
      <section className="no-print sheet mt-10 p-5" aria-labelledby="contents-form">
        <h3 id="contents-form" className="mb-4 text-[22px]">
          {texts.requestFreeSample}
        </h3>
        <LeadFormIsland
          kind="sample"
          id="contents"
          reportCode={report.code}
          countries={countries}
        />
      </section>
    </>
  );
}

function ContentsEntries({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <ol>
      {entries.map(({ title, children }) => (
        <li key={title}>
          {title}
          {children && children.length > 0 && <ContentsEntries entries={children} />}
        </li>
      ))}
    </ol>
  );
}

function Segmentation({ report: { text } }: { report: Report }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {text.segments.map(({ by, items }) => (
        <div key={by}>
          <h3 className="mb-2 text-[20px]">By {by.toLowerCase()}</h3>
          <ul className="border-t border-rule">
            {items.map((item) => (
              <li key={item} className="border-b border-rule py-2">
                {item}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
