import type { Visitor } from '#core/accounts/model.ts';
import type { Visit } from '#site/context.ts';

/** Who sends an account form from a page, if a captcha can be shown. */
export const toVisitor = ({ clientIp, userAgent, knownBrowser }: Visit): Visitor => ({
  clientIp,
  userAgent,
  knownBrowser,
  isCaptchaOffered: true,
});
