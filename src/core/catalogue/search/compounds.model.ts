/** What a word may be made of that no title has. Pure. */
import { isNoise, isSoft, isStop, toStem } from './normalize.model.ts';
import type { Alternative } from './plan.model.ts';
import { isKnown, type KnownParts } from './vocabulary.ts';

/** Shorter ones occur in any misspelt word: "am" in "amunition". */
const minHalf = 3;

/** Each way to take it apart. */
export const listHalves = (word: string): [string, string][] =>
  word.length < 2 * minHalf || word.length > 24 || isSoft({ word }) || isNoise({ word })
    ? []
    : Array.from({ length: word.length - 2 * minHalf + 1 }, (_, index) => [
        word.slice(0, index + minHalf),
        word.slice(index + minHalf),
      ]);

/** The halves that are known; noise is known too, and says nothing. */
export const findHalves = (word: string, isWordKnown: boolean, known: KnownParts): Alternative[] =>
  listHalves(word)
    .map((halves) => halves.filter((half) => isWordKnown || !isNoise({ word: half })).map(toStem))
    .filter((stems) => isKnown(known, stems));

const minLongHalf = 4;

/** Those that may stand together inside a report, though titles don't know both: "skin", "care". */
export const listLongHalves = (word: string): Alternative[] =>
  listHalves(word)
    .filter((halves) =>
      halves.every((half) => half.length >= minLongHalf && !isStop({ word: half })),
    )
    .map((halves) => halves.map(toStem));

/** What a word may be joined to that says of which kind a known thing is. */
const combiningForms =
  'aero agri agro anti auto bio cryo cyber electro eco geo hydro macro mega micro mini multi ' +
  'nano neuro petro photo poly super thermo ultra';
const combiningForm = new RegExp(`^(?:${combiningForms.replaceAll(' ', '|')})(?=\\p{L}{5})`, 'u');

/** "Ethanol" of "bioethanol". */
export function findRoot(
  word: string,
): { readonly word: string; readonly stem: string } | undefined {
  const root = word.replace(combiningForm, '');
  return root === word ? undefined : { word: root, stem: toStem(root) };
}
