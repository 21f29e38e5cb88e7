import type { Route } from './+types/subscribers.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { fieldProps, TextAreaField } from '#admin/frame/fields.tsx';
import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { hrefOfList, hrefOfSameList } from '#admin/frame/list-address.ts';
import type { Column } from '#admin/frame/list-table.tsx';
import { List } from '#admin/frame/list.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { newsletterConsentText } from '#core/leads/lead-kinds.model.ts';
import type { SubscriberRow, SubscriptionState } from '#core/leads/subscribers/subscriber.model.ts';
import { addLinkKey } from '#admin/work/send-export.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { formatNumber } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { readSubscriberList, subscribersPath } from './subscriber-list.ts';

export const handle: AdminHandle = { verb: 'subscriber.list' };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { subscribers, issues } = context.get(appContext).leads;
  const list = readSubscriberList(request.url);
  return {
    list,
    page: unwrap(await subscribers.list(actor, list)),
    industries: unwrap(await issues.editing.listIndustries(actor)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { subscribers } = context.get(appContext).leads;
  const { intent = '', id, bounces = '' } = form.fields;
  const path = hrefOfSameList(readSubscriberList(request.url));
  if (intent === 'unsubscribe') {
    const done = await subscribers.unsubscribe(actor, readFieldId(id));
    if (!done.ok) return respondRejected(done, {}, { intent });
    return redirectWithMessage(context, path, 'They get nothing more.');
  }
  if (intent === 'forget-bounces') {
    const done = await subscribers.forgetBounces(actor, readFieldId(id));
    if (!done.ok) return respondRejected(done, {}, { intent });
    return redirectWithMessage(context, path, 'Its bounces are forgotten: it gets the next issue.');
  }
  if (intent !== 'bounces') return respondRejected(unknownForm, form.fields);
  const reported = await subscribers.reportBounces(actor, bounces);
  if (!reported.ok) return respondRejected(reported, form.fields, { intent });
  return redirectWithMessage(context, path, describeBounces(reported.value));
}

type Noted = Readonly<Record<'noted' | 'unknown' | 'unreadable' | 'soft' | 'ofSender', number>>;

function describeBounces({ noted, unknown, unreadable, soft, ofSender }: Noted): string {
  const others = unknown === 0 ? '' : `, ${count(unknown, 'no subscriber', 'no subscribers')}`;
  const leftOut = [
    ...(unreadable > 0 ? [`${count(unreadable, 'line', 'lines')} without an address`] : []),
    ...(soft > 0 ? [count(soft, 'temporary bounce', 'temporary bounces')] : []),
    ...(ofSender > 0 ? [count(ofSender, 'refusal of the sender', 'refusals of the sender')] : []),
  ];
  const rest = leftOut.length === 0 ? '' : ` Left out: ${leftOut.join(' and ')}.`;
  return `${count(noted, 'bounce', 'bounces')} noted${others}.${rest}`;
}

const count = (number: number, one: string, many: string): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`;

const stateNames: Readonly<Record<SubscriptionState, string>> = {
  pending: 'Not confirmed',
  confirmed: 'Subscribed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
};
const tones = {
  pending: 'open',
  confirmed: 'good',
  unsubscribed: 'plain',
  bounced: 'bad',
} as const satisfies Record<SubscriptionState, string>;

/** Who gets the newsletter, with what they agreed to. */
export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, industries } = loaderData;
  const isReport = actionData?.intent === 'bounces';
  return (
    <AdminPage
      title="Subscribers"
      actions={
        <>
          <a className="admin-button" href="#note-bounces">
            Record bounces
          </a>
          <a
            className="admin-button"
            href={addLinkKey(hrefOfList({ ...list, path: `${subscribersPath}/export` }))}
          >
            Export CSV
          </a>
        </>
      }
    >
      {actionData && !isReport && <FormErrors rejected={actionData} />}
      <FilterBar list={list}>
        <TextFilter list={list} name="q" label="Address" />
        <SelectFilter list={list} name="state" label="State" options={Object.entries(stateNames)} />
        <SelectFilter
          list={list}
          name="industry"
          label="Industry"
          options={industries.map(({ id, name }) => [String(id), name])}
        />
      </FilterBar>
      <List
        list={list}
        page={page}
        noun={['subscriber', 'subscribers']}
        columns={columns}
        rowKey={({ id }) => String(id)}
        empty={<NoSubscribers />}
      />
      <BounceReport rejected={isReport ? actionData : undefined} />
    </AdminPage>
  );
}

const columns: readonly Column<SubscriberRow>[] = [
  { key: 'email', label: 'Address', isMain: true, render: ({ email }) => email },
  { key: 'state', label: 'State', render: (row) => <State {...row} /> },
  { key: 'consent', label: 'Agreed', render: (row) => <Consent {...row} /> },
  {
    key: 'industries',
    label: 'Industries',
    render: ({ industries }) => industries.join(', ') || 'Everything',
  },
  {
    key: 'end',
    label: 'Change',
    render: (row) => <Changes {...row} />,
  },
];

const Changes = ({ id, email, state, hardBounces }: SubscriberRow) => (
  <>
    {state !== 'unsubscribed' && (
      <IntentButton
        intent="unsubscribe"
        label="Unsubscribe"
        busyLabel="Unsubscribing…"
        name={`Unsubscribe ${email}`}
        fields={{ id: String(id) }}
      />
    )}
    {hardBounces > 0 && (
      <IntentButton
        intent="forget-bounces"
        label="Undo bounces"
        busyLabel="Undoing…"
        name={`Undo bounces of ${email}`}
        fields={{ id: String(id) }}
      />
    )}
  </>
);

const State = ({ state, hardBounces, lastBounce, unsubscribedAt }: SubscriberRow) => (
  <>
    <Badge tone={tones[state]}>{stateNames[state]}</Badge>
    {state === 'unsubscribed' && unsubscribedAt && (
      <p className="admin-by">
        <Time at={unsubscribedAt} />
      </p>
    )}
    {hardBounces > 0 && (
      <p className="admin-by">
        {hardBounces} {hardBounces === 1 ? 'bounce' : 'bounces'}
        {lastBounce && `: ${lastBounce}`}
      </p>
    )}
  </>
);

/** When, and to which sentence; today's is not repeated in every row. */
const Consent = ({ requestedAt, confirmedAt, consent }: SubscriberRow) => (
  <>
    <Time at={confirmedAt ?? requestedAt} />
    <details className="admin-by">
      <summary>
        {consent === newsletterConsentText ? 'Today’s wording' : 'An earlier wording'}
      </summary>
      {consent}
    </details>
  </>
);

const BounceReport = ({ rejected }: { readonly rejected: Route.ComponentProps['actionData'] }) => (
  <AdminSection title="Addresses that bounced" id="note-bounces">
    <p className="admin-by">
      Addresses that the mail server refuses at once are recorded automatically. Emails that bounce
      later return to your mailbox or are listed by your mail provider: paste those addresses here.
      An address gets no newsletter after three bounces, or after one if it does not exist (5.1.1).
      Full mailboxes and refusals of the sender (5.7.1) don’t count.
    </p>
    <AdminForm intent="bounces" rejected={rejected}>
      <TextAreaField
        label="Addresses"
        hint="One per line, with the status if you know it: anna@example.com 5.1.1"
        rows={5}
        required
        {...fieldProps('bounces', '', rejected)}
      />
      <p>
        <SubmitButton className="admin-button" busyLabel="Recording…">
          Record bounces
        </SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

const NoSubscribers = () => (
  <>
    <p>
      Nobody has subscribed yet. The form is at the bottom of every page of the site; anyone who
      uses it gets an email to confirm.
    </p>
    <p>
      <a className="button" href="/newsletter">
        See the form
      </a>
    </p>
  </>
);
