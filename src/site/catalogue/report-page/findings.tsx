import { firstSentence } from '#core/catalogue/report-facts.model.ts';
import type { ReportSection } from '#core/catalogue/report-sections.model.ts';
import { toPlainText } from '#core/catalogue/rich-text.model.ts';
import { RichText } from '../rich-text.tsx';

/** What the analysis says, numbered, in two columns. */
export function Findings({ sections }: { sections: readonly ReportSection[] }) {
  if (sections.length === 0) return null;
  return (
    <section className="no-print" aria-labelledby="findings">
      <h2 id="findings">What the figures say</h2>
      <ol className="findings">
        {sections.map((section, index) => (
          <li key={section.heading}>
            <span className="finding-number" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{section.heading}</h3>
            <Opening section={section} />
            <RichText blocks={section.blocks.slice(1)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The first sentence of the first paragraph says the finding; the rest is beside it. */
function Opening({ section: { blocks } }: { section: ReportSection }) {
  const [first] = blocks;
  if (first?.kind !== 'paragraph' || first.runs.length !== 1 || first.runs[0]?.href)
    return <RichText blocks={blocks.slice(0, 1)} />;
  const paragraph = toPlainText([first]);
  const sentence = firstSentence(paragraph);
  return (
    <p>
      <span className="finding-sentence">{sentence}</span>
      {paragraph.slice(sentence.length)}
    </p>
  );
}
