import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const folder = 'dist/client/assets';

/**
 * Rules of the whole style sheets that apply to something on the page as it stands, and that the
 * page doesn't have: its own sheets have only what it may need (server/styles).
 */
export function listMissingStyles(page: Page): Promise<string[]> {
  const sheets = readdirSync(folder)
    .filter((name) => /^(?!admin-).*\.css$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return page.evaluate(findMissingStyles, sheets);
}

/** Runs in the page. */
async function findMissingStyles(sheets: readonly string[]): Promise<string[]> {
  const states =
    /:(?:hover|focus|focus-visible|focus-within|active|open|popover-open|checked|disabled|invalid|target|visited|autofill|placeholder-shown)\b/g;
  const listRules = (rules: CSSRuleList, around = ''): { key: string; selector: string }[] =>
    Array.from(rules).flatMap((rule) => {
      if (rule instanceof CSSStyleRule)
        return [{ key: `${around} ${rule.cssText}`, selector: rule.selectorText }];
      if (!(rule instanceof CSSGroupingRule)) return [];
      return listRules(rule.cssRules, `${around} ${rule.cssText.split('{')[0]}`);
    });
  const applies = (selector: string): boolean => {
    const bare = selector.replaceAll(/::[-\w]+(?:\([^)]*\))?/g, '').replaceAll(states, '');
    try {
      return document.querySelector(bare) !== null;
    } catch {
      // Nothing is left of one of its parts.
      return false;
    }
  };
  const own = new Set(
    Array.from(document.styleSheets).flatMap((sheet) =>
      listRules(sheet.cssRules).map(({ key }) => key),
    ),
  );
  const missing: string[] = [];
  for (const css of sheets) {
    const rules = listRules((await new CSSStyleSheet().replace(css)).cssRules);
    // A page has the whole site's sheet, and its own kind's.
    if (!rules.some(({ key }) => own.has(key))) continue;
    missing.push(
      ...rules
        .filter(({ key, selector }) => !own.has(key) && applies(selector))
        .map((one) => one.key),
    );
  }
  return missing;
}
