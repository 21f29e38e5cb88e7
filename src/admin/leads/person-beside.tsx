import { AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import type { ListAddress } from '#admin/frame/list-address.ts';
import { formatMoney } from '#core/kernel/money.model.ts';
import type { Enquiry } from '#core/leads/inbox/read-enquiry.ts';
import { leadKindNames } from '#core/leads/lead-labels.model.ts';
import { formatDate } from '#ui/format.ts';
import { hrefOfEnquiry, stateNames, stateTones } from './enquiry-list.ts';

/** What else the same person asked and ordered. */
export const PersonBeside = (props: {
  readonly enquiry: Enquiry;
  readonly list: ListAddress;
  readonly mayErase: boolean;
}) => (
  <>
    <OtherEnquiries {...props} />
    <Orders enquiry={props.enquiry} />
    {props.mayErase && !props.enquiry.erasedAt && (
      <p className="admin-section">
        <a href={`/admin/person?enquiry=${props.enquiry.id}`}>
          Export or erase what is kept of this person
        </a>
      </p>
    )}
  </>
);

const OtherEnquiries = ({
  enquiry: { others },
  list,
}: {
  readonly enquiry: Enquiry;
  readonly list: ListAddress;
}) => (
  <AdminSection title="Other enquiries">
    {others.length === 0 && <p className="admin-by">This person asked nothing else.</p>}
    <ul className="admin-beside">
      {others.map(({ id, kind, state, createdAt, reportCode, isSame }) => (
        <li key={id}>
          <a href={hrefOfEnquiry(id, list)}>
            {leadKindNames[kind]} {id}
          </a>{' '}
          <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>{' '}
          {isSame && <Badge tone="open">Same request</Badge>}
          <p className="admin-by">
            {formatDate(createdAt.toISOString())}
            {reportCode && `, ${reportCode}`}
          </p>
        </li>
      ))}
    </ul>
  </AdminSection>
);

const Orders = ({ enquiry: { orders } }: { readonly enquiry: Enquiry }) => (
  <AdminSection title="Orders">
    {orders.length === 0 && <p className="admin-by">This person ordered nothing.</p>}
    <ul className="admin-beside">
      {orders.map((order) => (
        <li key={order.number}>
          <a href={`/admin/orders/${order.number}`}>{order.number}</a>{' '}
          <Badge>{order.state.replaceAll('-', ' ')}</Badge>
          <p className="admin-by">
            {formatDate(order.placedAt.toISOString())}, {order.reportCode},{' '}
            {formatMoney(order.priceCents, order.currency)}
          </p>
        </li>
      ))}
    </ul>
  </AdminSection>
);
