import { Badge } from '#admin/frame/blocks.tsx';
import type { ListedAuditEntry } from '#core/staff/audit-log.ts';
import { auditOutcomeWords, describeThing } from './audit-words.ts';

type Props = { readonly entry: ListedAuditEntry };

/** The subject of an entry, with the link to its page if it has one. */
export function ThingLink({ entry }: Props) {
  const { text, href } = describeThing(entry);
  return href === undefined ? text : <a href={href}>{text}</a>;
}

export const OutcomeBadge = ({ entry: { outcome } }: Props) => (
  <Badge tone={auditOutcomeWords[outcome].tone}>{auditOutcomeWords[outcome].text}</Badge>
);
