import { parse, type ChildNode } from 'postcss';

/** A part of a sheet: letters that are always kept, a rule, or an at-rule around others. */
type Part =
  | { readonly text: string }
  | { readonly needs: readonly Need[]; readonly text: string }
  | { readonly opening: string; readonly parts: readonly Part[]; readonly isKeptEmpty: boolean };

/** A style sheet of which a page can have the rules that may apply to it. */
export class Sheet {
  readonly #parts: readonly Part[];
  readonly #length: number;
  /** Every class that a rule asks for. */
  readonly classes: readonly string[];

  constructor(css: string) {
    this.#parts = parse(css).nodes.map((node) => readPart(node, css));
    this.classes = listClasses(this.#parts);
    this.#length = this.pick(new Set(this.classes)).length;
  }

  /** The sheet, letter by letter, without rules whose classes the page doesn't have. */
  pick(classes: ReadonlySet<string>): string {
    return pickParts(this.#parts, classes);
  }

  /** True if what was picked lacks no rule. */
  isWhole(picked: string): boolean {
    return picked.length === this.#length;
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

/**
 * The classes that a page must have before a selector can match there: all of these, and of each
 * group one choice.
 */
type Need = {
  readonly classes: readonly string[];
  readonly groups: readonly (readonly Need[])[];
};

/** A class, a pseudo-class with or without arguments, or what could be mistaken for one of them. */
const part =
  /\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]|\.((?:\\[\da-f]{1,6}\s?|\\.|[-\w]|[^\0-\x7f])+)|::?([-\w]+)(\()?|\\./giy;
/** Pseudo-classes that match if one of the selectors in their brackets does. */
const choices = new Set(['is', 'where', 'has']);

/**
 * Reads a list of selectors. Only classes count: attributes and states change while a page is open,
 * and elements are few. What it doesn't know needs nothing, so that no rule is missed.
 */
const readNeeds = (selectors: string): Need[] => splitList(selectors).map(readNeed);

function readNeed(selector: string): Need {
  const classes: string[] = [];
  const groups: Need[][] = [];
  for (let at = 0; at < selector.length;) {
    part.lastIndex = at;
    const found = part.exec(selector);
    at = found ? part.lastIndex : at + 1;
    const [, className, pseudo = '', bracket] = found ?? [];
    if (className !== undefined) classes.push(unescapeName(className));
    if (bracket === undefined) continue;
    const end = findClosing(selector, at);
    if (choices.has(pseudo)) groups.push(readNeeds(selector.slice(at, end)));
    at = end + 1;
  }
  return { classes, groups };
}

/** True if an element of a page with these classes may match. */
const isMet = ({ classes, groups }: Need, present: ReadonlySet<string>): boolean =>
  classes.every((name) => present.has(name)) &&
  groups.every((group) => group.some((need) => isMet(need, present)));

/** The selectors between commas that stand in no brackets. */
function splitList(list: string): string[] {
  const selectors: string[] = [];
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    if (list[at] === '(' || list[at] === '[') at = findClosing(list, at + 1);
    else if (list[at] === '\\') at++;
    else if (at === list.length || list[at] === ',') {
      selectors.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return selectors;
}

/** Where the bracket ends that was opened before `from`. */
function findClosing(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\') at++;
    else if (sign === '"' || sign === "'") at = Math.max(at, text.indexOf(sign, at + 1));
    else if (sign === '(' || sign === '[') at = findClosing(text, at + 1);
    else if (sign === ')' || sign === ']') return at;
  }
  return text.length;
}

const unescapeName = (name: string): string =>
  name.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code?: string, sign?: string) =>
    code === undefined ? (sign ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );
