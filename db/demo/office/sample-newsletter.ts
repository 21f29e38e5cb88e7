import { takeSample, type OfficeApp } from './office-app.ts';
import { listSampleTokens, listSomeIndustryIds, markEmailsAsSent } from './office.store.ts';
import { makeSamplePerson } from './sample-people.ts';

const dayMs = 86_400_000;
const subscriberCount = 48;

const sentIssue = {
  subject: 'Sample: what the first half of the year says',
  preheader: 'Three reports, and what changed in our figures',
  body:
    '<p>Hello,</p><p>half a year of new figures is in. <strong>Three reports</strong> have moved ' +
    'most, and each has its sources beside its numbers.</p><h2>What is new</h2><ul><li>Series ' +
    'reach the last full year.</li><li>Forecasts say how they were computed.</li></ul>' +
    '<p>How we work stands <a href="/research-methology">here</a>.</p>',
};
const scheduledIssue = {
  subject: 'Sample: new editions of next month',
  preheader: 'What comes, and for whom',
  body: '<p>Hello,</p><p>these editions come next month. Buyers of the ones before get them free.</p>',
};
const draftIssue = {
  subject: 'Sample: an issue that is still written',
  preheader: '',
  body: '<p>Hello,</p><p>notes for the next issue.</p>',
};

/** Some fifty subscribers, and a sent, a scheduled and a draft issue. */
export async function writeSampleNewsletter(
  office: OfficeApp,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await addSubscribers(office, now);
  const { app, getActor, setTime } = office;
  const { issues } = app.leads;
  const cards = (from: number): string => codes.slice(from, from + 3).join('\n');
  setTime(new Date(now.getTime() - 20 * dayMs));
  const sent = takeSample(
    await issues.editing.create(getActor('editor'), { ...sentIssue, cards: cards(0) }),
  );
  takeSample(await issues.sending.send(getActor('editor'), sent.id, 1));
  await app.jobs['newsletter.send']({ id: sent.id });
  setTime(now);
  const scheduled = takeSample(
    await issues.editing.create(getActor('editor'), { ...scheduledIssue, cards: cards(3) }),
  );
  const sendAt = new Date(now.getTime() + 9 * dayMs);
  takeSample(
    await issues.sending.schedule(getActor('editor'), scheduled.id, { revision: 1, sendAt }),
  );
  takeSample(await issues.editing.create(getActor('editor'), { ...draftIssue, cards: '' }));
}

/** Each confirmed but every twelfth; every third chose an industry, and every ninth left again. */
async function addSubscribers({ app, deps, random, setTime }: OfficeApp, now: Date): Promise<void> {
  const industryIds = await listSomeIndustryIds(deps.db);
  const before = new Set(await listSampleTokens(deps));
  for (let index = 0; index < subscriberCount; index++) {
    setTime(new Date(now.getTime() - (170 - index * 3) * dayMs));
    const { email } = makeSamplePerson(random);
    const form = { email: `news-${index}-${email}`, turnstile_token: 'sample' };
    const visitor = { clientIp: '203.0.113.9', pagePath: '/newsletter' };
    takeSample(await app.leads.newsletter.subscribe(form, visitor));
  }
  const tokens = (await listSampleTokens(deps)).filter((token) => !before.has(token));
  for (const [index, token] of tokens.entries()) {
    setTime(new Date(now.getTime() - (170 - index * 3) * dayMs + 3_600_000));
    const chosen = index % 3 === 0 ? industryIds.slice(index % 5, (index % 5) + 2) : [];
    if (index % 12 !== 5) await app.leads.newsletter.confirmSubscription(token, chosen);
    if (index % 9 === 4) await app.leads.newsletter.unsubscribe(token);
  }
  await markEmailsAsSent(deps.db, now);
  setTime(now);
}
