import type { InsidePart, MatchReason } from '#core/catalogue/match-reason.model.ts';
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
      <Place reason={reason} shortDescription={shortDescription} words={words} />
      {reason.without.length > 0 && (
        <>
          {' '}
          Without: <del>{reason.without.join(', ')}</del>
        </>
      )}
    </p>
  );
}

function Place({ reason: { place, text, part }, shortDescription, words }: Props) {
  if (place === 'title') return <>In the title. {shortDescription}</>;
  if (place === 'keyword')
    return (
      <>
        Also called “<mark>{text}</mark>”. {shortDescription}
      </>
    );
  if (place === 'code')
    return (
      <>
        In the code: “<mark>{text}</mark>”. {shortDescription}
      </>
    );
  if (place === 'inside' && part === 'file')
    return (
      <>
        {partNames.file}. {shortDescription}
      </>
    );
  if (place === 'inside' && part)
    return (
      <>
        {partNames[part]}: “
        <MarkedText text={text} words={words} />”
      </>
    );
  return <>{shortDescription}</>;
}
