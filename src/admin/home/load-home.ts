import type { RouterContextProvider } from 'react-router';
import { toDay } from '#core/kernel/time-zone.model.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { staffContext } from '#admin/context.ts';
import { appContext } from '#site/context.ts';
import type { HomePeriod } from './home-period.ts';

const bestReports = 8;

/** The figures of the home page; those that the role may not see are undefined. */
export async function loadHome(context: Readonly<RouterContextProvider>, period: HomePeriod) {
  const { actor, may } = context.get(staffContext);
  const { orders, leads, catalogue, system, store } = context.get(appContext);
  const mayReadOrders = may('order.read');
  const days = { from: period.fromDay, until: period.today };
  const mayReadEnquiries = may('enquiry.read');
  const [
    info,
    waiting,
    revenue,
    best,
    open,
    answerTimes,
    missed,
    troubles,
    drafts,
    scheduled,
    hasReports,
    stopped,
    unsold,
  ] = await Promise.all([
    store.getSiteInfo(),
    loadWaitingOrders(context),
    mayReadOrders && orders.staff.revenue.getRevenue(actor, { ...days, step: toStep(period) }),
    mayReadOrders && orders.staff.revenue.listBestReports(actor, days, bestReports),
    mayReadEnquiries && leads.inbox.enquiries.list(actor, { state: 'open', order: 'oldest' }),
    mayReadEnquiries && leads.inbox.enquiries.getAnswerTimes(actor, period),
    catalogue.search.missed.list(actor, period),
    may('job.retry') && system.list(actor),
    catalogue.editing.list.list(actor, { view: 'drafts', order: 'edited', isDescending: true }),
    catalogue.editing.list.list(actor, {
      view: 'scheduled',
      order: 'published',
      isDescending: false,
    }),
    catalogue.editing.list.hasAny(),
    may('newsletter.edit') && leads.issues.editing.listStopped(actor),
    catalogue.editing.list.list(actor, { view: 'unsold', order: 'edited', isDescending: true }),
  ]);
  return {
    currency: info.currency,
    ...waiting,
    today: toDay(period.until, info.timeZone),
    revenue: takeValue(revenue),
    best: takeValue(best),
    openEnquiries: takeValue(open),
    answerTimes: takeValue(answerTimes),
    missed: takeValue(missed),
    troubles: takeValue(troubles),
    drafts: takeValue(drafts),
    scheduled: takeValue(scheduled),
    hasReports,
    stoppedIssues: takeValue(stopped),
    unsold: takeValue(unsold),
  };
}

/**
 * Loads the numbers of orders that wait for somebody; nothing for a role that may not read them.
 */
async function loadWaitingOrders(context: Readonly<RouterContextProvider>) {
  const { actor, may } = context.get(staffContext);
  const { staff } = context.get(appContext).orders;
  const mayRead = may('order.read');
  const [attention, toDeliver, transfers] = await Promise.all([
    mayRead && staff.attention.listNeedsAttention(actor),
    mayRead && staff.lists.listOrders(actor, { view: 'to-deliver', sort: 'due', limit: 1 }),
    mayRead && staff.lists.listOrders(actor, { view: 'transfers', limit: 1 }),
  ]);
  return {
    attention: takeValue(attention)?.rows,
    differences: takeValue(attention)?.differences ?? [],
    toDeliver: takeValue(toDeliver),
    transfers: takeValue(transfers),
  };
}

export type HomeFigures = Awaited<ReturnType<typeof loadHome>>;

const toStep = ({ weeks }: HomePeriod): 'day' | 'week' => (weeks === 4 ? 'day' : 'week');

const takeValue = <T>(outcome: Outcome<T> | false): T | undefined =>
  outcome !== false && outcome.ok ? outcome.value : undefined;
