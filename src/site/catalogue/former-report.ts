import { data, redirect } from 'react-router';
import type { FormerReport } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';

/**
 * Throws a loader's answer for a former report: a redirect to where it is now; 410 with its title;
 * or 404.
 */
export async function answerFormerReport(found: Promise<FormerReport | undefined>) {
  const former = await found;
  if (former?.kind === 'moved') return redirect(paths.report(former.slug), 301);
  return former ? data(former, { status: 410 }) : data(null, { status: 404 });
}
