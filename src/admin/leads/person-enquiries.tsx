import { AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import type { OtherEnquiry } from '#core/leads/inbox/read-enquiry.ts';
import { leadKindNames } from '#core/leads/lead-labels.model.ts';
import { Day } from '#admin/frame/times.tsx';
import { stateNames, stateTones } from './enquiry-list.ts';

type PersonEnquiry = Omit<OtherEnquiry, 'isSame'> & { readonly isSame?: boolean };

/** A person's enquiries, beside the person. */
export const PersonEnquiries = (props: {
  readonly title: string;
  readonly enquiries: readonly PersonEnquiry[];
  /** The sentence for a person who asked nothing. */
  readonly empty: string;
  readonly href: (id: number) => string;
}) => (
  <AdminSection title={props.title}>
    {props.enquiries.length === 0 ? (
      <p className="admin-by">{props.empty}</p>
    ) : (
      <ul className="admin-beside">
        {props.enquiries.map(({ id, kind, state, createdAt, reportCode, isSame }) => (
          <li key={id}>
            <a href={props.href(id)}>
              {leadKindNames[kind]} {id}
            </a>{' '}
            <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>{' '}
            {isSame && <Badge tone="open">Same request</Badge>}
            <p className="admin-by">
              <Day at={createdAt} />
              {reportCode && `, ${reportCode}`}
            </p>
          </li>
        ))}
      </ul>
    )}
  </AdminSection>
);
