/** Where lines of any script may end, and from which side they are read. Pure. */

/** Written without spaces: a line may end between most characters. */
const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Written without spaces, in words that only a dictionary knows. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line begins with these (JIS X 4051, "kinsoku"), and none ends with an opening bracket. */
const neverFirst =
  /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーｰ々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;
const neverLast = /[\p{Ps}\p{Pi}]$/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The parts of a text between which a line may end; together they are the text. */
export const splitForLines = (text: string): string[] =>
  text
    .split(/(?<= )(?=[^ ])/)
    .flatMap((word) => (ideographic.test(word) || unspaced.test(word) ? splitWord(word) : [word]));

function splitWord(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of words.segment(text))
    for (const part of ideographic.test(segment) ? segment : [segment]) {
      const last = parts.at(-1);
      const isJoined = neverFirst.test(part) || part === ' ' || neverLast.test(last ?? '');
      if (last !== undefined && isJoined) parts[parts.length - 1] = last + part;
      else parts.push(part);
    }
  return parts;
}

/** True for a text whose first letter is of a script that is read from the right. */
export const isRightToLeft = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);
