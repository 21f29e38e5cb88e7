/**
 * What a selector needs in a page before it can match anything there: all of these classes, and of
 * each group one choice.
 */
export type Need = {
  readonly classes: readonly string[];
  readonly groups: readonly (readonly Need[])[];
};

/** A class, a pseudo-class with or without arguments, or what could be mistaken for one of them. */
const part =
  /\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]|\.((?:\\[\da-f]{1,6}\s?|\\.|[-\w]|[^\0-\x7f])+)|::?([-\w]+)(\()?|\\./giy;
/** Pseudo-classes that match where one of the selectors in their brackets does. */
const choices = new Set(['is', 'where', 'has']);

/**
 * Reads a list of selectors. Only classes count: attributes and states change while a page is open,
 * and elements are few. What it doesn't know needs nothing, so that no rule is missed.
 */
export const readNeeds = (selectors: string): Need[] => splitList(selectors).map(readNeed);

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

/** True where an element of a page with these classes may match. */
export const isMet = ({ classes, groups }: Need, present: ReadonlySet<string>): boolean =>
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
