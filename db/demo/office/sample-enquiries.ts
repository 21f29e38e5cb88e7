import { addDays, toDay } from '#core/kernel/time-zone.model.ts';
import type { OfficeApp } from './office-app.ts';
import { takeSample } from './office-app.ts';
import { findNewestEnquiryId } from './office.store.ts';
import type { SampleEvent } from './sample-checkout.ts';
import { makeSamplePerson, type SamplePerson } from './sample-people.ts';
import { pickOne } from '../random.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const days = 182;
const enquiryCount = 64;
/** Those who asked to be called are, after this; the newest of them still wait. */
const followUpDays = 14;
const longestDueDays = 12;

const questions = [
  'Does the report split the market by country, and how far back do the series go?',
  'We need this for an investment committee next week. Can you send the list of tables?',
  'Is there a version with the numbers of this year? We would buy it at once.',
  'Could you add three countries that are not in the contents?',
  'We are eight people in one office. Which licence do we need?',
] as const;
const kinds = ['contact', 'sample', 'inquiry', 'discount', 'customization'] as const;
type SampleKind = (typeof kinds)[number];

const answers = [
  'Thank you for asking. The contents on the report page name every table; I have marked the ones by country for you.',
  'You will find the list of tables in the sample. For eight readers the licence for several users is the right one.',
  'The next edition comes in six weeks, and buyers of this one get it at no cost.',
] as const;

/** Some sixty enquiries over half a year: answered, closed, spam, and the newest still open. */
export function planSampleEnquiries(
  office: OfficeApp,
  codes: readonly string[],
  now: Date,
): SampleEvent[] {
  const { random } = office;
  return Array.from({ length: enquiryCount }, (_, index) => {
    // More and more: some of the newest are still open.
    const age = (1 - (index + 0.5) / enquiryCount) ** 1.6;
    const at = new Date(now.getTime() - age * days * dayMs - random(12 * hourMs));
    const code = codes[random(codes.length)] ?? '';
    return planEnquiry(office, code, { at, now });
  }).flat();
}

type Times = { readonly at: Date; readonly now: Date };

function planEnquiry(office: OfficeApp, code: string, { at, now }: Times): SampleEvent[] {
  const { random } = office;
  const person = makeSamplePerson(random);
  const question = pickOne(random, questions);
  const answer = pickOne(random, answers);
  const kind = pickOne(random, kinds);
  const enquiry = { id: 0 };
  const sent: SampleEvent = {
    at,
    happen: async () => {
      await submit(office, kind, toForm(person, question, code));
      enquiry.id = await findNewestEnquiryId(office.deps.db);
    },
  };
  const answeredAt = new Date(at.getTime() + (1 + random(60)) * (hourMs / 2));
  if (random(16) === 0)
    return [sent, { at: answeredAt, happen: () => markSpam(office, enquiry.id) }];
  // Nobody waits for longer than ten days.
  const isOld = now.getTime() - at.getTime() > 10 * dayMs;
  const isAnswered = answeredAt < now && (isOld || random(3) > 0);
  const followUp = random(4);
  const answered: SampleEvent = {
    at: answeredAt,
    happen: () => answerEnquiry(office, enquiry.id, { question, answer, followUp }),
  };
  const called: SampleEvent = {
    at: new Date(answeredAt.getTime() + (followUpDays + longestDueDays) * dayMs),
    happen: () => closeAfterCall(office, enquiry.id),
  };
  const isCalled = isAnswered && followUp === 1 && called.at < now;
  return [sent, ...(isAnswered ? [answered] : []), ...(isCalled ? [called] : [])];
}

async function submit(
  { app }: OfficeApp,
  kind: SampleKind,
  form: ReturnType<typeof toForm>,
): Promise<void> {
  const visitor = { clientIp: '203.0.113.9', pagePath: '/contact' };
  takeSample(
    kind === 'contact'
      ? await app.leads.forms.submitContact(form, visitor)
      : await app.leads.forms.submitReportRequest(kind, form, visitor, undefined),
  );
}

const toForm = (person: SamplePerson, message: string, code: string) => ({
  name: person.name,
  email: person.email,
  mobile_no: person.phone,
  company_name: person.company,
  country: person.phone.split(' ')[0],
  message: `${message} (Sample)`,
  report_id: code,
  privacy_policy: '1',
  turnstile_token: 'sample',
});

async function markSpam({ app, getActor }: OfficeApp, id: number): Promise<void> {
  takeSample(await app.leads.inbox.work.setState(getActor('sales'), id, 'spam'));
}

type Answer = { readonly question: string; readonly answer: string; readonly followUp: number };

/** Every fourth is closed, every fourth has a follow-up and a note. */
async function answerEnquiry(
  { app, deps, getActor }: OfficeApp,
  id: number,
  { question, answer, followUp }: Answer,
): Promise<void> {
  const { inbox } = app.leads;
  const actor = getActor('sales');
  takeSample(
    await inbox.answers.sendAnswer(actor, id, {
      subject: `Your question: ${question.slice(0, 60)}`,
      body: answer,
      seenAnswerId: '0',
    }),
  );
  if (followUp === 0) takeSample(await inbox.work.setState(actor, id, 'closed'));
  if (followUp !== 1) return;
  const day = addDays(toDay(deps.clock(), await app.store.getTimeZone()), followUpDays);
  takeSample(await inbox.work.setFollowUp(actor, id, { day }));
  takeSample(
    await inbox.work.addNote(actor, id, { body: 'Sample: asked to be called in two weeks.' }),
  );
}

async function closeAfterCall({ app, getActor }: OfficeApp, id: number): Promise<void> {
  const { inbox } = app.leads;
  const actor = getActor('sales');
  takeSample(
    await inbox.work.addNote(actor, id, { body: 'Sample: called, they decide next year.' }),
  );
  takeSample(await inbox.work.setState(actor, id, 'closed'));
}
