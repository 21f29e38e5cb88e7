import { firstSentence } from '#core/catalogue/report-facts.model.ts';
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
            {paragraphs.map((paragraph, place) => (
              <p key={paragraph}>{place === 0 ? <Opening paragraph={paragraph} /> : paragraph}</p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The first sentence says the finding; the rest is beside it. */
function Opening({ paragraph }: { paragraph: string }) {
  const sentence = firstSentence(paragraph);
  return (
    <>
      <span className="finding-sentence">{sentence}</span>
      {paragraph.slice(sentence.length)}
    </>
  );
}
