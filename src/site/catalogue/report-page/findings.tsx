import type { AnalysisSection } from '#core/catalogue/report-text.model.ts';

/** What the analysis says, numbered, in two columns. */
export function Findings({ sections }: { sections: readonly AnalysisSection[] }) {
  if (sections.length === 0) return null;
  return (
    <section className="no-print" aria-labelledby="findings">
      <h2 id="findings">What the figures say</h2>
      <ol className="findings">
        {sections.map(({ heading, paragraphs }, index) => (
          <li key={heading}>
            <span className="finding-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
