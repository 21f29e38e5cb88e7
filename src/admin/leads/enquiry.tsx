import type { Route } from './+types/enquiry.ts';
import { describeSending, type EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { staffContext } from '#admin/context.ts';
import { reportPaths } from '#admin/catalogue/report-paths.ts';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList, Timeline } from '#admin/frame/blocks.tsx';
import { hrefOfSameList, type ListAddress } from '#admin/frame/list-address.ts';
import { readId } from '#admin/frame/read-id.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { parseEnquiryQuery } from '#core/leads/inbox/enquiry.model.ts';
import type { Enquiry as EnquiryDetail, Enquiry } from '#core/leads/inbox/read-enquiry.ts';
import { leadKindNames } from '#core/leads/lead-labels.model.ts';
import { appContext } from '#site/context.ts';
import { AnswerForm, UnsentAnswer } from './answer-form.tsx';
import { handleEnquiryForm } from './enquiry-actions.ts';
import { hrefOfEnquiry, readListBehind, stateNames, stateTones } from './enquiry-list.ts';
import { EnquiryWork, NoteForm } from './enquiry-work.tsx';
import { formatDate } from '#ui/format.ts';
import { PersonOrders } from '#admin/orders/person-orders.tsx';
import { PersonEnquiries } from './person-enquiries.tsx';

export const handle: AdminHandle = { verb: 'enquiry.read' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { actor, may } = context.get(staffContext);
  const { inbox } = context.get(appContext).leads;
  const id = readId(params.id);
  const list = readListBehind(request.url);
  const enquiry = unwrap(await inbox.reading.read(actor, id));
  const query = parseEnquiryQuery(list, actor.staffId);
  const nextId = unwrap(await inbox.enquiries.findNextOpen(actor, query, id));
  return {
    enquiry,
    list,
    nextHref: nextId === undefined ? undefined : hrefOfEnquiry(nextId, list),
    owners: unwrap(await inbox.enquiries.listOwners(actor)),
    templates: may('enquiry.answer') ? unwrap(await inbox.templates.list(actor)) : [],
    staffId: actor.staffId,
    mayWork: may('enquiry.work'),
    mayAnswer: may('enquiry.answer'),
    mayOpenCv: may('cv.open'),
    mayErase: may('person.erase'),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { fields } = context.get(staffContext).form;
  return handleEnquiryForm({ context, requestUrl: request.url, id: readId(params.id), fields });
}

type PageProps = Route.ComponentProps;

/** One enquiry: what was asked, the answer, and beside it who asks. */
export default function Enquiry({ loaderData, actionData }: PageProps) {
  const { enquiry, list, nextHref, mayWork } = loaderData;
  const rejected = actionData && 'ok' in actionData ? actionData : undefined;
  return (
    <AdminPage
      title={`${enquiry.name}: ${leadKindNames[enquiry.kind]} ${enquiry.id}`}
      back={{ label: 'Enquiries', href: hrefOfSameList(list) }}
      facts={<Facts enquiry={enquiry} />}
      actions={
        nextHref && (
          <a className="admin-button" href={nextHref} data-key="n">
            Next open
          </a>
        )
      }
    >
      <div className="admin-columns">
        <div>
          <Asked {...loaderData} />
          <Answers {...loaderData} actionData={actionData} />
          <Notes enquiry={enquiry} mayWork={mayWork} rejected={rejected} />
          <History {...loaderData} />
        </div>
        <aside aria-label="About this enquiry">
          {mayWork && <EnquiryWork {...loaderData} rejected={rejected} />}
          <PersonBeside {...loaderData} />
        </aside>
      </div>
    </AdminPage>
  );
}

const Facts = ({ enquiry }: { readonly enquiry: EnquiryDetail }) => (
  <>
    <Badge tone={stateTones[enquiry.state]}>{stateNames[enquiry.state]}</Badge>
    {enquiry.company && <span>{enquiry.company}</span>}
    <Time at={enquiry.createdAt} />
    {enquiry.owner ? <span>Owner: {enquiry.owner.name}</span> : <span>No owner</span>}
  </>
);

function Asked({ enquiry, mayOpenCv }: PageProps['loaderData']) {
  const { report, fields, cv, erasedAt } = enquiry;
  const reportLink = report && (
    <a href={reportPaths.ofCode(report.code)}>
      {report.title} ({report.code})
    </a>
  );
  const reportRow = reportLink && [['Report', reportLink] as const];
  const cvText = mayOpenCv ? (
    <a href={`/admin/enquiries/${enquiry.id}/cv`}>{cv?.name}</a>
  ) : (
    `${cv?.name}. Only an owner may open it.`
  );
  return (
    <AdminSection title="What was sent">
      {erasedAt && (
        <p>
          What this person sent was erased on <Time at={erasedAt} />.
        </p>
      )}
      {enquiry.isMasked && <p className="admin-note">Your role can’t see personal details.</p>}
      <DefinitionList
        rows={[
          ...(reportRow ?? []),
          ...fields
            .filter(([label]) => label !== 'CV')
            .map(([label, value]) => [label, <Lines key={label} text={value} />] as const),
          ...(cv ? [['CV', cvText] as const] : []),
          ['Page', enquiry.pagePath],
          ['Consent', <Consent key="consent" enquiry={enquiry} />],
        ]}
      />
    </AdminSection>
  );
}

const Consent = ({ enquiry: { consent, consentAt } }: { readonly enquiry: EnquiryDetail }) =>
  consent === null ? (
    'Not asked for'
  ) : (
    <>
      “{consent}” {consentAt && <Time at={consentAt} />}
    </>
  );

/** Text with its own line breaks. */
const Lines = ({ text }: { readonly text: string }) => <span className="admin-lines">{text}</span>;

function Answers(props: PageProps['loaderData'] & Pick<PageProps, 'actionData'>) {
  const { enquiry, mayAnswer } = props;
  const { answers, writers, isMasked } = enquiry;
  const canAnswer = mayAnswer && !enquiry.erasedAt && enquiry.state !== 'spam';
  return (
    <AdminSection title="Answers" id="answers">
      {answers.length === 0 && <p className="admin-by">{describeNoAnswer(enquiry)}</p>}
      <Timeline
        entries={answers.map(({ id, sentAt, subject, author, body, delivery }) => ({
          key: String(id),
          at: sentAt,
          title: subject,
          by: author,
          detail: (
            <>
              <Undelivered delivery={delivery} />
              <Lines text={body} />
            </>
          ),
        }))}
      />
      {!isMasked &&
        writers.map(({ name, savedAt }) => (
          <p key={name} role="status" className="admin-note">
            {name} is writing an answer. Last saved on <Time at={savedAt} />.
          </p>
        ))}
      {canAnswer ? <AnswerForm {...props} /> : <UnsentAnswer {...props} />}
    </AdminSection>
  );
}

/** Says that an answer has not arrived, and why; nothing about one that was sent. */
function Undelivered({ delivery }: { readonly delivery: EmailOutcome }) {
  if (delivery.kind === 'failed')
    return (
      <p role="alert" className="error">
        This answer did not arrive: the recipient’s mail server refused it, or it was given up.
      </p>
    );
  if (delivery.kind === 'queued' || delivery.kind === 'waiting')
    return <p className="admin-by">{describeSending('This answer', delivery)}</p>;
  return null;
}

function describeNoAnswer({ isMasked, firstAnsweredAt }: EnquiryDetail): string {
  if (isMasked) return firstAnsweredAt ? 'It was answered.' : 'It was not answered yet.';
  return 'Nobody has answered yet.';
}

function Notes(props: {
  readonly enquiry: EnquiryDetail;
  readonly mayWork: boolean;
  readonly rejected: Parameters<typeof NoteForm>[0]['rejected'];
}) {
  const { enquiry, mayWork, rejected } = props;
  if (enquiry.isMasked) return null;
  return (
    <AdminSection title="Notes" aside={<span className="admin-by">Visible to staff only</span>}>
      <Timeline
        entries={enquiry.notes.map(({ id, createdAt, author, body }) => ({
          key: String(id),
          at: createdAt,
          title: author,
          detail: <Lines text={body} />,
        }))}
      />
      {mayWork && <NoteForm rejected={rejected} />}
    </AdminSection>
  );
}

const History = ({ enquiry, owners }: PageProps['loaderData']) => (
  <AdminSection title="History">
    {enquiry.history.length === 0 && <p className="admin-by">Nothing has happened yet.</p>}
    <Timeline
      entries={enquiry.history.map((entry, index) => ({
        key: String(index),
        at: entry.at,
        title: `${entry.actorName} ${describeEntry(entry, owners)}`,
        ...(entry.outcome === 'refused' ? { tone: 'bad' as const } : {}),
      }))}
    />
  </AdminSection>
);

type Entry = Enquiry['history'][number];

/** Returns an enquiry's entry of the audit log in words: "closed it", "opened the CV". */
function describeEntry(
  { verb, outcome, refusal, after }: Entry,
  owners: readonly { readonly id: number; readonly name: string }[],
): string {
  if (outcome === 'refused') return `was refused: ${refusal ?? ''}`;
  if (verb === 'cv.open') return 'opened the CV';
  const change: Readonly<Record<string, unknown>> =
    typeof after === 'object' && after !== null ? { ...after } : {};
  if ('answerId' in change) return 'sent an answer';
  if ('noteId' in change) return 'added a note';
  if ('state' in change) return `changed its state to: ${describeState(change['state'])}`;
  if ('followUpOn' in change) return describeFollowUp(change['followUpOn']);
  return describeOwner(change['ownerId'], owners);
}

function describeOwner(ownerId: unknown, owners: Parameters<typeof describeEntry>[1]): string {
  if (ownerId === null) return 'removed its owner';
  return `assigned it to ${owners.find(({ id }) => id === ownerId)?.name ?? 'somebody'}`;
}

const describeFollowUp = (day: unknown): string =>
  typeof day === 'string' ? `set the follow-up to ${formatDate(day)}` : 'removed the follow-up';

const describeState = (state: unknown): string =>
  Object.entries(stateNames).find(([name]) => name === state)?.[1] ?? '';

/** Other enquiries and the orders of the same person. */
const PersonBeside = (props: {
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
