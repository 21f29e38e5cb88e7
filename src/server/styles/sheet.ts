import { parse, type ChildNode } from 'postcss';
import { isMet, readNeeds, type Need } from './needed-classes.ts';

/** A part of a sheet: letters that are always kept, a rule, or an at-rule around others. */
type Part =
  | { readonly text: string }
  | { readonly needs: readonly Need[]; readonly text: string }
  | { readonly opening: string; readonly parts: readonly Part[]; readonly isKeptEmpty: boolean };

/** A style sheet of which a page can have the rules that may apply to it. */
export class Sheet {
  readonly #parts: readonly Part[];
  /** Every class that a rule asks for. */
  readonly classes: readonly string[];

  constructor(css: string) {
    this.#parts = parse(css).nodes.map((node) => readPart(node, css));
    this.classes = listClasses(this.#parts);
  }

  /** The sheet, letter by letter, without rules whose classes the page doesn't have. */
  pick(classes: ReadonlySet<string>): string {
    return pickParts(this.#parts, classes);
  }
}

/** At-rules that hold rules of the page. Others are kept whole: keyframes, fonts, properties. */
const grouping = new Set(['layer', 'media', 'supports', 'container', 'starting-style', 'scope']);

function readPart(node: ChildNode, css: string): Part {
  const start = node.source?.start?.offset ?? 0;
  const end = node.source?.end?.offset ?? css.length;
  const text = css.slice(start, end);
  if (node.type === 'rule') return { needs: readNeeds(node.selector), text };
  if (node.type !== 'atrule' || !node.nodes || !grouping.has(node.name)) return { text };
  return {
    opening: `@${node.name}${node.params === '' ? '' : ` ${node.params}`}{`,
    parts: node.nodes.map((child) => readPart(child, css)),
    // The order in which layers are first named is the order in which they win.
    isKeptEmpty: node.name === 'layer',
  };
}

function listClasses(parts: readonly Part[]): string[] {
  return parts.flatMap((one) => {
    if ('needs' in one) return one.needs.flatMap(listNeeded);
    return 'parts' in one ? listClasses(one.parts) : [];
  });
}

const listNeeded = ({ classes, groups }: Need): string[] => [
  ...classes,
  ...groups.flat().flatMap(listNeeded),
];

const pickParts = (parts: readonly Part[], classes: ReadonlySet<string>): string =>
  parts.map((one) => pickPart(one, classes)).join('');

function pickPart(one: Part, classes: ReadonlySet<string>): string {
  if ('needs' in one) return one.needs.some((need) => isMet(need, classes)) ? one.text : '';
  if (!('parts' in one)) return one.text;
  const inner = pickParts(one.parts, classes);
  return inner === '' && !one.isKeptEmpty ? '' : `${one.opening}${inner}}`;
}
