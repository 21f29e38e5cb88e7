import type { App } from '#core/app.ts';
import { paths } from '#src/paths.ts';

const formPages = [
  paths.home(),
  paths.contact(),
  paths.career(),
  paths.becomeReseller(),
  paths.newsletter(),
  paths.search(),
];
const reportPage = /^\/(?:(?:sample|discount|inquiry|customization|request-details)\/)?([\w-]+)$/;

/**
 * The page that a form says it was sent from, if it is a page of ours that has forms; else home.
 * Emails name it, also to addresses that anybody can type, so it must not be the sender's words.
 */
export async function toKnownPage({ catalogue }: App, path: unknown): Promise<string> {
  if (typeof path !== 'string') return paths.home();
  if (formPages.includes(path)) return path;
  const id = reportPage.exec(path.slice(0, 300))?.[1];
  if (id === undefined) return paths.home();
  const report = (await catalogue.reports.get(id)) ?? (await catalogue.reports.getByCode(id));
  return report ? path : paths.home();
}
