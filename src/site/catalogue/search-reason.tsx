import type { InsidePart, MatchReason } from '#core/catalogue/search/match-reason.model.ts';
import { MarkedText } from './marked-text.tsx';

type Props = {
  readonly reason: MatchReason;
  readonly shortDescription: string;
  readonly words: string;
};

const partNames: Readonly<Record<InsidePart, string>> = {
  companies: 'Among its companies',
  contents: 'In contents',
  tables: 'In its tables and figures',
  segments: 'In its segmentation',
  questions: 'In its questions',
  description: 'In the description',
  file: 'In the report’s text',
};

/** Why a search found a report, with the match marked and named. */
export function SearchReason({ reason, shortDescription, words }: Props) {
  return (
    <p className="report-row-reason">
      {reason.place !== 'elsewhere' && (
        <>
          <Place reason={reason} words={words} />{' '}
        </>
      )}
      {(reason.place !== 'inside' || reason.part === 'file') && shortDescription}
      <Without reason={reason} />
    </p>
  );
}

/** The same in few words, beside a title that lacks what was typed. */
export const ReasonWords = ({ reason, words }: Omit<Props, 'shortDescription'>) => (
  <>
    {/* A title that has other words of the search is seen above. */}
    {(reason.place !== 'title' || reason.text !== '') && <Place reason={reason} words={words} />}
    <Without reason={reason} />
  </>
);

const Without = ({ reason: { without } }: Pick<Props, 'reason'>) =>
  without.length > 0 && (
    <>
      {' '}
      Without: <del>{without.join(', ')}</del>
    </>
  );

function Place({ reason: { place, text, part }, words }: Omit<Props, 'shortDescription'>) {
  if (place === 'title') return text === '' ? 'In the title.' : <>Other words for “{text}”.</>;
  if (place === 'keyword')
    return (
      <>
        Also called “<mark>{text}</mark>”.
      </>
    );
  if (place === 'code')
    return (
      <>
        In the code: “<mark>{text}</mark>”.
      </>
    );
  if (place === 'inside' && part === 'file') return <>{partNames.file}.</>;
  if (place === 'inside' && part)
    return (
      <>
        {partNames[part]}: “
        <MarkedText text={text} words={words} />”
      </>
    );
  return 'On a similar subject.';
}
