import { firstSentence } from '#core/catalogue/reports/report-facts.model.ts';
import type { ReportSection } from '#core/catalogue/reports/report-sections.model.ts';
import { toPlainText, type RichText as Blocks } from '#core/catalogue/rich-text/rich-text.model.ts';
import { RichText } from '../rich-text.tsx';

/** Characters that a finding shows of a paragraph before it is folded after its first sentence. */
const shownLength = 130;

/** What the analysis says, numbered, in two columns: a sentence each, the rest on demand. */
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
            <Finding section={section} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The first sentence says the finding. The rest stays in the page, for searches in it as well. */
function Finding({ section: { heading, blocks } }: { section: ReportSection }) {
  const { sentence, rest, others } = splitOpening(blocks);
  return (
    <div className="finding">
      {sentence !== undefined && <p className="finding-sentence">{sentence}</p>}{' '}
      {(rest !== '' || others.length > 0) && (
        <details>
          <summary>
            Read on<span className="sr-only"> about {heading}</span>
          </summary>
          {rest !== '' && <p>{rest}</p>}
          <RichText blocks={others} />
        </details>
      )}
    </div>
  );
}

type Opening = {
  /** Undefined where the text begins with something other than a plain paragraph. */
  readonly sentence: string | undefined;
  readonly rest: string;
  readonly others: Blocks;
};

function splitOpening(blocks: Blocks): Opening {
  const [first] = blocks;
  if (first?.kind !== 'paragraph' || first.runs.length !== 1 || first.runs[0]?.href)
    return { sentence: undefined, rest: '', others: blocks };
  const paragraph = toPlainText([first]);
  const sentence = paragraph.length <= shownLength ? paragraph : firstSentence(paragraph);
  return { sentence, rest: paragraph.slice(sentence.length).trim(), others: blocks.slice(1) };
}
