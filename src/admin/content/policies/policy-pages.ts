import { data } from 'react-router';
import { policyNames, type PolicyName } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';

/** The seven legal texts: what the office calls them, and their addresses. */
export const policyPages: Readonly<
  Record<PolicyName, { readonly label: string; readonly path: string }>
> = {
  terms: { label: 'Terms and conditions', path: paths.termsAndConditions() },
  privacy: { label: 'Privacy policy', path: paths.privacyPolicy() },
  gdpr: { label: 'GDPR policy', path: paths.gdprPolicy() },
  cookies: { label: 'Cookies', path: paths.cookiePolicy() },
  refunds: { label: 'Refund policy', path: paths.refundPolicy() },
  'how-to-order': { label: 'How to order', path: paths.howToOrder() },
  methodology: { label: 'Research methodology', path: paths.methodology() },
};

/** The policy of an address; throws the answer 404 for another one. */
export function readPolicyName(text: string): PolicyName {
  const name = policyNames.find((one) => one === text);
  if (!name) throw data(null, { status: 404 });
  return name;
}
