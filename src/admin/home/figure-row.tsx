import type { ReactNode } from 'react';
import { formatMoney, formatSums, parseAmount } from '#core/kernel/money.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { compareWithToday } from '#core/orders/delivery/promise.model.ts';
import { isAtRisk } from '#core/orders/staff/attention.model.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import type { HomePeriod } from './home-period.ts';
import type { HomeFigures } from './load-home.ts';

/** The figures that somebody may have to act on; each leads to its list. */
export function FigureRow(props: { readonly period: HomePeriod; readonly figures: HomeFigures }) {
  const { figures, period } = props;
  const { attention, toDeliver, openEnquiries, answerTimes, missed, troubles } = figures;
  return (
    <ul className="admin-figures">
      {attention && (
        <MoneyAtRisk
          attention={attention}
          differences={figures.differences}
          awaitedTransfers={figures.transfers?.total ?? 0}
          currency={figures.currency}
        />
      )}
      {toDeliver && toDeliver.total > 0 && (
        <Figure
          label="Orders to deliver"
          value={formatNumber(toDeliver.total) + (toDeliver.isTotalCapped ? '+' : '')}
          href="/admin/orders?view=to-deliver"
          note={describeDue(toDeliver.rows[0]?.dueOn, figures.today)}
        />
      )}
      {openEnquiries && (
        <Figure
          label="Open enquiries"
          value={formatNumber(openEnquiries.total) + (openEnquiries.isTotalCapped ? '+' : '')}
          href="/admin/enquiries?state=open"
          note={describeOldest(openEnquiries.rows[0]?.createdAt, period.until)}
        />
      )}
      {answerTimes && (
        <Figure
          label="Time to first answer"
          value={describeMinutes(answerTimes.medianMinutes)}
          href={`/admin/enquiries?state=all&from=${period.fromDay}`}
          note={describeAnswered(answerTimes)}
        />
      )}
      {missed && (
        <Figure
          label="Searches that found nothing"
          value={formatNumber(missed.searches)}
          href={`/admin/synonyms/missed?weeks=${period.weeks}`}
          note={describeMissed(missed)}
        />
      )}
      {troubles && (
        <Figure
          label="Failed or late jobs"
          value={formatNumber(troubles.jobs.length + troubles.emails.length)}
          href="/admin/system"
          note={`${formatCount(troubles.jobs.length, 'job')}, ${formatCount(troubles.emails.length, 'email')}`}
        />
      )}
    </ul>
  );
}

function MoneyAtRisk(props: {
  readonly attention: NonNullable<HomeFigures['attention']>;
  /** Payments that differ from the orders. */
  readonly differences: HomeFigures['differences'];
  readonly awaitedTransfers: number;
  readonly currency: string;
}) {
  const { attention, differences, awaitedTransfers, currency } = props;
  const risky = attention.filter(({ reason }) => isAtRisk(reason));
  const sums = [
    ...risky.map((row) => ({ cents: row.amountCents, currency: row.currency })),
    ...differences.flatMap(({ amount, currency: paidIn }) =>
      amount && paidIn ? [{ cents: parseAmount(amount, paidIn), currency: paidIn }] : [],
    ),
  ];
  return (
    <Figure
      label="Money at risk"
      value={formatSums(sums) || formatMoney(0, currency)}
      href="/admin/attention?risk=yes"
      note={`${formatCount(risky.length + differences.length, 'case')}, and ${formatCount(awaitedTransfers, 'awaited transfer')}`}
    />
  );
}

const Figure = (props: {
  readonly label: string;
  readonly value: string;
  readonly href: string;
  readonly note: ReactNode;
}) => (
  <li>
    <a className="admin-figure" href={props.href}>
      <span>{props.label}</span>
      <b>{props.value}</b>
      <span>{props.note}</span>
    </a>
  </li>
);

/** "12 subjects, most often “wolfram”". */
function describeMissed({ total, rows }: NonNullable<HomeFigures['missed']>): string {
  const [most] = rows;
  return most
    ? `${formatCount(total, 'subject')}, most often “${most.words}”`
    : 'nobody was sent away';
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of the order that is due first. */
function describeDue(dueOn: string | undefined, today: string): string {
  if (dueOn === undefined) return '';
  const day = formatDay(dueOn);
  const stands = compareWithToday(dueOn, today);
  if (stands === 'later') return `the first by ${day}`;
  return stands === 'overdue' ? `the first was due on ${day}` : 'the first is due today';
}

function describeOldest(oldest: Date | undefined, now: Date): string {
  if (!oldest) return 'nobody waits';
  const ms = now.getTime() - oldest.getTime();
  if (ms < hourMs) return 'the oldest is new';
  const age =
    ms < dayMs
      ? formatCount(Math.floor(ms / hourMs), 'hour')
      : formatCount(Math.floor(ms / dayMs), 'day');
  return `the oldest has waited ${age}`;
}

/** "45 min", "3.5 h", "2 d"; a dash if nothing was answered. */
function describeMinutes(minutes: number | null): string {
  if (minutes === null) return '–';
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 48
    ? `${formatNumber(Math.round(hours * 10) / 10)} h`
    : `${Math.round(hours / 24)} d`;
}

function describeAnswered(times: { readonly answered: number; readonly received: number }): string {
  if (times.received === 0) return 'nobody asked';
  const received = formatCount(times.received, 'enquiry', 'enquiries');
  const half = times.answered > 1 ? '; half of them sooner' : '';
  return `${formatNumber(times.answered)} of ${received} answered${half}`;
}
