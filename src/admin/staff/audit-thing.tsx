import { Badge } from '#admin/frame/blocks.tsx';
import type { ListedAuditEntry } from '#core/staff/audit-log.ts';
import { auditOutcomeWords, describeThing } from './audit-words.ts';

type Props = { readonly entry: ListedAuditEntry };

/** What an entry is about, with the way to its page where it has one. */
export function ThingLink({ entry }: Props) {
  const { text, href } = describeThing(entry);
  return href === undefined ? text : <a href={href}>{text}</a>;
}

export const OutcomeBadge = ({ entry: { outcome } }: Props) => (
  <Badge tone={auditOutcomeWords[outcome].tone}>{auditOutcomeWords[outcome].text}</Badge>
);
