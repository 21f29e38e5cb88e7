import type { IncomingMessage, ServerResponse } from 'node:http';
import { describePath } from '#src/describe-path.ts';
import { isAdminPath } from './admin/admin-path.ts';
import { spellPath } from './http/one-spelling.ts';
import type { ServerOptions } from './options.ts';
import { sendFault } from './send-page.ts';
import { sendRedirect } from './site-redirects.ts';

type Options = {
  readonly headers: Record<string, string>;
  /** undefined for an address without a page. */
  readonly findKey: (key: string) => Promise<string | undefined>;
  /** Where an address leads in the end. */
  readonly findEnd: (target: string) => Promise<string>;
  readonly faults: ServerOptions['faults'];
};

/**
 * Leads a read of an address that is spelled otherwise to the page that it means, in one hop; false
 * where there is none, or where it is spelled as its page is.
 */
export const createSpellingRedirect =
  ({ headers, findKey, findEnd, faults }: Options) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const { url = '/' } = req;
    const [asSpelled = '/', query] = url.split(/\?(.*)/s);
    const spelled = spellPath(asSpelled);
    try {
      if (spelled === asSpelled || isAdminPath(spelled) || !(await findKey(spelled))) return false;
      const target = query === undefined ? spelled : `${spelled}?${query}`;
      sendRedirect(await findEnd(target), headers, res);
    } catch (error) {
      const path = describePath(spelled);
      sendFault(faults.report(error, { path }, 'an address could not be led on'), req, res);
    }
    return true;
  };
