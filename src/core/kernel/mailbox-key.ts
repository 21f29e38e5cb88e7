import { domainToASCII } from 'node:url';

/** Gmail's own domains, where dots in the name mean nothing. */
const gmailDomains: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * One key for every spelling of an address that reaches the same mailbox, for limits alone: lower
 * case, without plus tag, Unicode in one form, the domain in ASCII, Gmail's without dots.
 */
export function toMailboxKey(email: string): string {
  const address = email.normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const typedDomain = address.slice(at + 1).replace(/\.+$/, '');
  const domain = domainToASCII(typedDomain) || typedDomain;
  const name = address.slice(0, Math.max(at, 0)).replace(/(?<=.)\+.*$/s, '');
  return gmailDomains.includes(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`;
}
