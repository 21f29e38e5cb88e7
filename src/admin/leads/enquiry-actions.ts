import { data, type RouterContextProvider } from 'react-router';
import { readFieldId } from '#admin/frame/read-id.ts';
import { staffContext } from '#admin/context.ts';
import { hrefOfSameList } from '#admin/frame/list-address.ts';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import { describeSending } from '#core/kernel/email-outcome.model.ts';
import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import {
  enquiryStates,
  fillPlaceholders,
  parseEnquiryQuery,
} from '#core/leads/inbox/enquiry.model.ts';
import { appContext } from '#site/context.ts';
import { findByName, type FieldValues } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { hrefOfEnquiry, readListBehind, stateNames } from './enquiry-list.ts';

type Posted = {
  readonly context: Readonly<RouterContextProvider>;
  readonly requestUrl: string;
  readonly id: number;
  readonly fields: FieldValues;
};

/** The answer's fields as a template filled them. */
export type FilledAnswer = { readonly filled: { readonly subject: string; readonly body: string } };

/** Does what the form of an enquiry asks for by its `intent`. */
export async function handleEnquiryForm(posted: Posted) {
  const { fields } = posted;
  const intent = fields['intent'];
  if (intent === 'answer') return handleAnswer(posted);
  const change = findByName(changes, intent);
  if (!change) return respondRejected(unknownForm, fields);
  const [changed, message] = await change(posted);
  if (!changed.ok) return respondRejected(changed, fields, { intent });
  return back(posted, message);
}

type Change = (posted: Posted) => Promise<[Outcome<undefined>, message: string]>;

const changes: Readonly<Record<string, Change>> = {
  assign: async ({ context, id, fields }) => {
    const ownerId = fields['owner'] ? readFieldId(fields['owner']) : null;
    const { actor, inbox } = readInbox(context);
    return [await inbox.work.assign(actor, id, ownerId), 'The owner was changed.'];
  },
  note: async ({ context, id, fields }) => {
    const { actor, inbox } = readInbox(context);
    return [await inbox.work.addNote(actor, id, fields), 'The note was added.'];
  },
  'follow-up': async ({ context, id, fields }) => {
    const { actor, inbox } = readInbox(context);
    const message = fields['day'] ? 'The follow-up was set.' : 'The follow-up was removed.';
    return [await inbox.work.setFollowUp(actor, id, fields), message];
  },
  state: async ({ context, id, fields }) => {
    const state = enquiryStates.find((known) => known === fields['state']);
    if (!state) return [fail('invalid', 'Please choose a state.'), ''];
    const { actor, inbox } = readInbox(context);
    return [
      await inbox.work.setState(actor, id, state),
      `The enquiry is now: ${stateNames[state]}.`,
    ];
  },
};

const readInbox = (context: Posted['context']) => ({
  actor: context.get(staffContext).actor,
  inbox: context.get(appContext).leads.inbox,
});

/** The button of the answer's form says what is done with its text. */
async function handleAnswer(posted: Posted) {
  const { fields } = posted;
  const { step } = fields;
  if (step === 'template') return fillFromTemplate(posted);
  return step === 'send' ? sendAnswer(posted) : respondRejected(unknownForm, fields);
}

/** The template's text stands behind what was typed. */
async function fillFromTemplate({ context, id, fields }: Posted) {
  const { actor, inbox } = readInbox(context);
  const listed = await inbox.templates.list(actor);
  if (!listed.ok) return respondRejected(listed, fields, { intent: 'answer' });
  const template = listed.value.find((one) => String(one.id) === fields['template']);
  const values = await inbox.answers.getPlaceholderValues(actor, id);
  if (!values.ok) return respondRejected(values, fields, { intent: 'answer' });
  if (!template) {
    const message = 'Please choose a template.';
    const refusal = fail('invalid', message, { template: [message] });
    return respondRejected(refusal, fields, { intent: 'answer' });
  }
  const typed = fields['body']?.trim() ?? '';
  const body = fillPlaceholders(template.body, values.value);
  const filled = {
    subject: fillPlaceholders(template.subject, values.value),
    body: typed === '' ? body : `${typed}\n\n${body}`,
  };
  return data<FilledAnswer>({ filled });
}

/** After an answer comes the next open enquiry of the list that this one was opened from. */
async function sendAnswer({ context, id, fields, requestUrl }: Posted) {
  const { actor, inbox } = readInbox(context);
  const list = readListBehind(requestUrl);
  const query = parseEnquiryQuery(list, actor.staffId);
  const next = await inbox.enquiries.findNextOpen(actor, query, id);
  const sent = await inbox.answers.sendAnswer(actor, id, fields);
  if (!sent.ok) return respondRejected(sent, fields, { intent: 'answer' });
  const { to, delivery } = sent.value;
  const answered = describeSending(`Your answer to ${to}`, delivery);
  const nextId = next.ok ? next.value : undefined;
  if (nextId === undefined)
    return redirectWithMessage(
      context,
      hrefOfSameList(list),
      `${answered} No open enquiry is left here.`,
    );
  const message = `${answered} This is the next open enquiry.`;
  return redirectWithMessage(context, hrefOfEnquiry(nextId, list), message);
}

function back({ context, id, requestUrl }: Posted, message: string): Response {
  return redirectWithMessage(context, hrefOfEnquiry(id, readListBehind(requestUrl)), message);
}
