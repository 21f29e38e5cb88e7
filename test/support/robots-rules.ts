/** Reads robots.txt as crawlers do (RFC 9309). */

type Rule = { readonly isAllowed: boolean; readonly path: string };

/** True if a crawler of this name may read the path, which has its query with it. */
export function isAllowed(robotsTxt: string, crawler: string, path: string): boolean {
  const rules = findRules(robotsTxt, crawler).filter((rule) => fits(rule.path, path));
  const longest = Math.max(0, ...rules.map((rule) => rule.path.length));
  const deciding = rules.filter((rule) => rule.path.length === longest);
  // Of two that are as long the one that allows counts.
  return deciding.length === 0 || deciding.some((rule) => rule.isAllowed);
}

/** The rules of all groups for the crawler, else of those for "*". */
function findRules(robotsTxt: string, crawler: string): Rule[] {
  const groups: { names: string[]; rules: Rule[] }[] = [];
  let isNaming = false;
  for (const line of robotsTxt.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ names: [], rules: [] });
      groups.at(-1)?.names.push(value.toLowerCase());
      isNaming = true;
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false;
      if (value !== '') groups.at(-1)?.rules.push({ isAllowed: name === 'allow', path: value });
    }
  }
  const own = groups.filter(({ names }) => names.includes(crawler.toLowerCase()));
  const chosen = own.length > 0 ? own : groups.filter(({ names }) => names.includes('*'));
  return chosen.flatMap(({ rules }) => rules);
}

/** "*" is any text, and "$" at the end is the end of the path. */
function fits(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$');
  const parts = (isWhole ? rule.slice(0, -1) : rule)
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}${isWhole ? '$' : ''}`).test(path);
}
