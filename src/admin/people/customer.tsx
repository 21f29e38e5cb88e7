import type { Route } from './+types/customer.ts';
import { staffContext } from '#admin/context.ts';
import { PersonEnquiries } from '#admin/leads/person-enquiries.tsx';
import { PersonOrders } from '#admin/orders/person-orders.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import { ok } from '#core/kernel/outcome.model.ts';
import { describeBrowser } from '#site/accounts/describe-browser.ts';
import { appContext } from '#site/context.ts';
import { findByName } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'customer.read' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { customers } = context.get(appContext).people;
  return {
    customer: unwrap(await customers.read(actor, readId(params.id))),
    mayEndSessions: may('customer.end-sessions'),
    maySendReset: may('customer.send-reset'),
    mayReadEnquiries: may('enquiry.read'),
    mayErase: may('person.erase'),
  };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { customers } = context.get(appContext).people;
  const id = readId(params.id);
  const intent = form.fields['intent'];
  const actions = {
    'end-sessions': async () => {
      const ended = await customers.endSessions(actor, id);
      return ended.ok ? ok(`${formatCount(ended.value.ended, 'session')} ended.`) : ended;
    },
    'send-reset': async () => {
      const sent = await customers.sendReset(actor, id);
      return sent.ok ? ok(describeSending('The link for a new password', sent.value)) : sent;
    },
  } as const;
  const act = findByName(actions, intent);
  if (!act) return respondRejected(unknownForm, form.fields);
  return finishIntent(context, await act(), `/admin/customers/${id}`);
}

/** A customer: who they are, what they bought and asked, if they are signed in. */
export default function Customer({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, mayErase, mayReadEnquiries } = loaderData;
  return (
    <AdminPage
      title={customer.name}
      back={{ label: 'Customers', href: '/admin/customers' }}
      facts={
        customer.confirmedAt ? (
          <Badge tone="good">Email confirmed</Badge>
        ) : (
          <Badge>Email not confirmed</Badge>
        )
      }
    >
      <div className="admin-columns">
        <div>
          <PersonOrders orders={customer.orders} empty="This customer has ordered nothing yet." />
          {mayReadEnquiries && (
            <PersonEnquiries
              title="Enquiries"
              enquiries={customer.enquiries}
              empty="This customer has sent no enquiry."
              href={(id) => `/admin/enquiries/${id}`}
            />
          )}
        </div>
        <aside aria-label="About this customer">
          <AdminSection title="Details">
            <DefinitionList
              rows={[
                ['Email', customer.email],
                ['Phone', customer.mobileNo],
                ['Address', customer.address.join(', ')],
                ['Since', <Time key="since" at={customer.createdAt} />],
              ]}
            />
          </AdminSection>
          <Sessions {...loaderData} actionData={actionData} />
          {mayErase && (
            <p className="admin-section">
              <a href={`/admin/customers/person?customer=${customer.id}`}>
                Export or erase this person’s data
              </a>
            </p>
          )}
        </aside>
      </div>
    </AdminPage>
  );
}

type LoaderData = Route.ComponentProps['loaderData'];

function Sessions(props: LoaderData & Pick<Route.ComponentProps, 'actionData'>) {
  const { customer, mayEndSessions, maySendReset, actionData } = props;
  const { sessions } = customer;
  return (
    <AdminSection title="Access">
      <div className="admin-stack">
        {sessions.length === 0 && <p className="admin-by">Not signed in anywhere.</p>}
        <ul className="admin-beside">
          {sessions.map(({ createdAt, userAgent }) => (
            <li key={createdAt.toISOString()}>
              <span title={userAgent}>{describeBrowser(userAgent)}</span>
              <p className="admin-by">
                Since <Time at={createdAt} />
              </p>
            </li>
          ))}
        </ul>
        {mayEndSessions && sessions.length > 0 && (
          <AdminForm intent="end-sessions" rejected={actionData}>
            <p>
              <SubmitButton className="admin-button" busyLabel="Ending…">
                End all sessions
              </SubmitButton>
            </p>
          </AdminForm>
        )}
        {maySendReset && (
          <AdminForm intent="send-reset" rejected={actionData}>
            <p>
              <SubmitButton className="admin-button" busyLabel="Sending…">
                Send a link for a new password
              </SubmitButton>
            </p>
          </AdminForm>
        )}
      </div>
    </AdminSection>
  );
}
