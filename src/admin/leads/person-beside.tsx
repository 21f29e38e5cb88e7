import type { ListAddress } from '#admin/frame/list-address.ts';
import { PersonOrders } from '#admin/orders/person-orders.tsx';
import type { Enquiry } from '#core/leads/inbox/read-enquiry.ts';
import { hrefOfEnquiry } from './enquiry-list.ts';
import { PersonEnquiries } from './person-enquiries.tsx';

/** What else the same person asked and ordered. */
export const PersonBeside = (props: {
  readonly enquiry: Enquiry;
  readonly list: ListAddress;
  readonly mayErase: boolean;
}) => (
  <>
    <PersonEnquiries
      title="Other enquiries"
      enquiries={props.enquiry.others}
      empty="This person sent no other enquiry."
      href={(id) => hrefOfEnquiry(id, props.list)}
    />
    <PersonOrders orders={props.enquiry.orders} empty="This person has ordered nothing." />
    {props.mayErase && !props.enquiry.erasedAt && (
      <p className="admin-section">
        <a href={`/admin/customers/person?enquiry=${props.enquiry.id}`}>
          Export or erase this person’s data
        </a>
      </p>
    )}
  </>
);
