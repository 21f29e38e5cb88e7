import type { Actor } from '#core/kernel/audit.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { addDays, startOfWeek } from '#core/kernel/time-zone.model.ts';
import type { OrderDeps } from '../deps.ts';
import { refuseReader } from './reader.ts';
import type { BestReport, ReportSales, Revenue, RevenuePeriod } from './revenue.model.ts';
import {
  countPaidInOtherCurrencies,
  findLastPaid,
  listBestReports,
  listPaid,
  listRefunded,
  sumPaidForReport,
} from './revenue.store.ts';

/** A longer period is no chart. */
const maxSteps = 800;

/** Adds up the money that orders brought in, for the first page of the back office. */
export class OrderRevenue {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * Returns what was paid less what was refunded, tax included, by the store's days or weeks (from
   * Monday), in its currency. Days without a payment are zeros. A payment counts on its day, a
   * refund on the day of its credit note. `forbidden`.
   */
  async getRevenue(actor: Actor, period: RevenuePeriod): Promise<Outcome<Revenue>> {
    const refused = refuseReader(this.#deps.clock(), actor, 'order.read');
    if (refused) return refused;
    const { db } = this.#deps;
    const { currency } = await this.#deps.getPublisher();
    const span = { from: period.from, until: period.until, currency };
    const [paid, refunded, otherCurrencyOrders] = await Promise.all([
      listPaid(db, period.step, span),
      listRefunded(db, period.step, span),
      countPaidInOtherCurrencies(db, span),
    ]);
    const paidByStart = new Map(paid.map((row) => [row.start, row]));
    const refundedByStart = new Map(refunded.map(({ start, cents }) => [start, cents]));
    const steps = listStarts(period).map((start) => {
      const { orders = 0, cents: paidCents = 0 } = paidByStart.get(start) ?? {};
      const refundedCents = refundedByStart.get(start) ?? 0;
      const revenueCents = paidCents - refundedCents;
      return { start, orders, paidCents, refundedCents, revenueCents };
    });
    const sum = (pick: (step: (typeof steps)[number]) => number): number =>
      steps.reduce((total, step) => total + pick(step), 0);
    return ok({
      currency,
      steps,
      orders: sum((step) => step.orders),
      paidCents: sum((step) => step.paidCents),
      refundedCents: sum((step) => step.refundedCents),
      revenueCents: sum((step) => step.revenueCents),
      otherCurrencyOrders,
    });
  }

  /**
   * The reports whose orders, paid in the period, brought most after refunds, the best first, in
   * the store's currency. `forbidden`.
   */
  async listBestReports(
    actor: Actor,
    period: Pick<RevenuePeriod, 'from' | 'until'>,
    limit = 10,
  ): Promise<Outcome<readonly BestReport[]>> {
    const refused = refuseReader(this.#deps.clock(), actor, 'order.read');
    if (refused) return refused;
    const { currency } = await this.#deps.getPublisher();
    return ok(await listBestReports(this.#deps.db, { ...period, currency }, limit));
  }

  /**
   * How many orders of a report were paid; for those who may read orders also what they brought,
   * and the last one. `forbidden`.
   */
  async getReportSales(actor: Actor, reportId: number): Promise<Outcome<ReportSales>> {
    const refused = refuseReader(this.#deps.clock(), actor, 'report.read');
    if (refused) return refused;
    const { db } = this.#deps;
    const sums = await sumPaidForReport(db, reportId);
    const orders = sums.reduce((total, sum) => total + sum.orders, 0);
    if (refuseReader(this.#deps.clock(), actor, 'order.read')) return ok({ orders });
    const { currency } = await this.#deps.getPublisher();
    const own = sums.find((sum) => sum.currency === currency);
    const last = orders > 0 ? await findLastPaid(db, reportId) : undefined;
    const lastOrder = last?.paidAt && { number: last.number, paidAt: last.paidAt };
    return ok({
      orders,
      money: {
        currency,
        revenueCents: own?.revenueCents ?? 0,
        otherCurrencyOrders: orders - (own?.orders ?? 0),
        ...(lastOrder ? { lastOrder } : {}),
      },
    });
  }
}

/** The first day of each day or week of a period. */
function listStarts({ from, until, step }: RevenuePeriod): string[] {
  const starts: string[] = [];
  const first = step === 'day' ? from : startOfWeek(from);
  const days = step === 'day' ? 1 : 7;
  for (let day = first; day <= until && starts.length < maxSteps; day = addDays(day, days))
    starts.push(day);
  return starts;
}
