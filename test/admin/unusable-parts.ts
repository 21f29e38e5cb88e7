import type { Page } from 'playwright-core';

/**
 * Lists the parts of a page that nobody can use: forms that post elsewhere than to one's own
 * account, fields that can't be changed, columns and lists without content.
 */
export const listUnusableParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isBlank = (element: Element | undefined): boolean =>
      !element?.textContent.trim() && !element?.querySelector('img, svg, input');
    const listAll = (selector: string) => [...document.querySelectorAll(`main ${selector}`)];
    const forms = listAll('form[method=post]').filter(
      (form) =>
        !/^\/admin\/(?:account|shortcuts|prove)/.test(
          new URL((form as HTMLFormElement).action).pathname,
        ),
    );
    const locked = listAll('[disabled], [readonly]');
    const columns = listAll('table').flatMap((table) => {
      const rows = [...table.querySelectorAll('tbody tr')];
      return [...table.querySelectorAll('thead th')].filter(
        (_, at) => rows.length > 0 && rows.every(({ children }) => isBlank(children[at])),
      );
    });
    const lists = listAll(':is(ul, ol, dl, section, fieldset)').filter(
      (list) => isBlank(list) && getComputedStyle(list).display !== 'none',
    );
    return [...forms, ...locked, ...columns, ...lists].map((element) =>
      element.outerHTML.slice(0, 120),
    );
  });
