import type { StoredOrderFile } from '#core/catalogue/index.ts';
import type { Tx } from '#core/deps.ts';
import { getActorName, type Actor, type AuditChange } from '#core/kernel/audit.ts';
import { fail, ok, type Outcome, type Refusal } from '#core/kernel/outcome.model.ts';
import type { Deliveries } from '../delivery/deliver.ts';
import type { DownloadGrants } from '../delivery/download-grants.ts';
import {
  addOrderFile,
  copyOrderFiles,
  listOrderFiles,
  takeOrderFile,
} from '../delivery/order-file.store.ts';
import { isWaiting, listWaitingAlike } from '../delivery/promise.store.ts';
import type { OrderDeps } from '../deps.ts';
import { listAcceptedSeats } from '../licences/seat.store.ts';
import { hasAccess } from '../order-states.model.ts';
import {
  findPurchaseByNumber,
  getPurchase,
  lockPurchase,
  lockPurchases,
  recordEvent,
  type Purchase,
} from '../purchase.store.ts';
import { orderAttempt } from './order-attempt.ts';
import type { PromisedDelivery } from './promised-delivery.model.ts';

/** A file of this machine that staff give to an order. */
export type GivenFile = {
  readonly path: string;
  /** As it was named where it comes from. */
  readonly fileName: string;
  /** Its name for the buyer; by its kind if missing. */
  readonly title?: string;
  /** Opens a PDF that is locked against changes. */
  readonly ownerPassword?: string;
};

const verb = 'order.deliver';
/** Other orders that one delivery serves at once; further ones go on waiting. */
const maxAlike = 200;
const maxFiles = 20;

/** Delivers what was sold before it was there: staff give an order its files, and release them. */
export class PromisedDeliveries {
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;
  readonly #downloadGrants: DownloadGrants;

  constructor(
    deps: OrderDeps,
    parts: { readonly deliveries: Deliveries; readonly downloadGrants: DownloadGrants },
  ) {
    this.#deps = deps;
    this.#deliveries = parts.deliveries;
    this.#downloadGrants = parts.downloadGrants;
  }

  /** The promise as staff see it; undefined for an order that never waited for us. */
  async describe(order: Purchase): Promise<PromisedDelivery | undefined> {
    const { db } = this.#deps;
    const { deliverBy, deliveryDays } = order;
    if (deliverBy === null) return undefined;
    const waits = await isWaiting(db, order.id);
    const alike = waits ? await listWaitingAlike(db, order, maxAlike) : [];
    const sold = waits
      ? await db.transaction().execute((tx) => this.#downloadGrants.listSoldNow(tx, order))
      : { files: [] };
    return {
      deliverBy,
      deliveryDays,
      isWaiting: waits,
      files: await listOrderFiles(db, order.id),
      hasReportFiles: sold.files.length > 0,
      upgrades: alike.flatMap(({ number, isUpgrade }) => (isUpgrade ? [number] : [])),
      alike: alike.flatMap(({ number, isUpgrade }) => (isUpgrade ? [] : [number])),
    };
  }

  /**
   * A file for a waiting order, checked as every file that is sold. The buyer sees it once it is
   * released; one with the same title takes the place of the earlier one. Answers its title and what
   * its publisher should know. `not-found`, `conflict` for an order that does not wait for us,
   * `unsupported-type` and `too-large` with a sentence that names the file.
   */
  async addFile(
    actor: Actor,
    number: string,
    file: GivenFile,
  ): Promise<Outcome<{ readonly title: string; readonly warnings: readonly string[] }>> {
    const { catalogue, db } = this.#deps;
    const attempt = orderAttempt(verb, number);
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const found = await findWaiting(db, number);
    if (!found.ok) return found;
    // Opened and stored outside of any transaction: that takes seconds.
    const stored = await catalogue.orderFiles.store(file);
    if (!stored.ok) return stored;
    let isKept = false;
    let isTaken = false;
    try {
      const added = await this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
        const order = await lockPurchase(tx, found.value.id);
        const waiting = await refuseUnlessWaiting(tx, order);
        if (waiting) return waiting;
        const kept = await this.#keep(tx, order, stored.value, actor);
        if (kept.ok) audit({ after: { file: kept.value.title } });
        isKept = kept.ok && kept.value.isNew;
        return kept;
      });
      // A form that comes again is answered as before, and does nothing.
      isTaken = isKept && added.ok;
      return added;
    } finally {
      if (!isTaken) await catalogue.orderFiles.discard(stored.value);
    }
  }

  /** In `tx`: the order has the file; the same one again changes nothing. */
  async #keep(tx: Tx, order: Purchase, stored: StoredOrderFile, actor: Actor) {
    const { catalogue, clock } = this.#deps;
    const { title, sha256, warnings = [] } = stored.row;
    const files = await listOrderFiles(tx, order.id);
    const earlier = files.find((file) => file.title === title);
    if (earlier?.sha256 === sha256) return ok({ title, warnings, isNew: false });
    if (!earlier && files.length >= maxFiles)
      return fail('conflict', `An order can have ${maxFiles} files at most.`);
    const inserted = await catalogue.orderFiles.insert(tx, order.reportId, stored);
    if (!inserted.ok) return inserted;
    const now = clock();
    await addOrderFile(tx, order.id, inserted.value.id, now);
    if (earlier) {
      await takeOrderFile(tx, order.id, earlier.id);
      await catalogue.orderFiles.remove(tx, earlier.id);
    }
    await recordEvent(tx, order.id, now, {
      kind: earlier ? 'file-replaced' : 'file-added',
      detail: { file: title, by: getActorName(actor) },
    });
    return ok({ title, warnings, isNew: true });
  }

  /** The file leaves a waiting order. `not-found`; `conflict` once the order was delivered. */
  removeFile(actor: Actor, number: string, fileId: number): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, orderAttempt(verb, number), async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return noOrder;
      const order = await lockPurchase(tx, found.id);
      const refused = await refuseUnlessWaiting(tx, order);
      if (refused) return refused;
      const file = (await listOrderFiles(tx, order.id)).find(({ id }) => id === fileId);
      if (!file) return fail('not-found', 'This order has no such file.');
      await takeOrderFile(tx, order.id, file.id);
      await this.#deps.catalogue.orderFiles.remove(tx, file.id);
      await recordEvent(tx, order.id, this.#deps.clock(), {
        kind: 'file-removed',
        detail: { file: file.title, by: getActorName(actor) },
      });
      audit({ before: { file: file.title } });
      return ok(undefined);
    });
  }

  /**
   * The buyer and the colleagues with a seat can download the order's files, or else those that the
   * report has by now, and a job emails them the links. Orders that this one upgrades, or that
   * upgrade it, are delivered with it; with `isForAlike` so are the others that wait for the same
   * licence of the report and have no file of their own. Answers the numbers of all that were
   * delivered; none if this order was delivered before. `not-found`; `conflict` if there is no
   * file yet, and for an order that may not be delivered.
   */
  deliver(
    actor: Actor,
    number: string,
    { isForAlike }: { readonly isForAlike: boolean },
  ): Promise<Outcome<readonly string[]>> {
    return this.#deps.staffActs.perform(actor, orderAttempt(verb, number), async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return noOrder;
      const alike = await listWaitingAlike(tx, found, maxAlike);
      const others = alike.filter(({ isUpgrade }) => isUpgrade || isForAlike);
      await lockPurchases(tx, [found.id, ...others.map(({ id }) => id)]);
      const order = await getPurchase(tx, found.id);
      if (hasAccess(order.state) && order.deliverBy !== null && !(await isWaiting(tx, order.id)))
        return ok([]);
      const refused = await refuseUnlessWaiting(tx, order);
      if (refused) return refused;
      return this.#release(tx, order, { others, actor, audit });
    });
  }

  /** In `tx`, with all of them locked. */
  async #release(
    tx: Tx,
    order: Purchase,
    {
      others,
      actor,
      audit,
    }: {
      readonly others: readonly Pick<Purchase, 'id'>[];
      readonly actor: Actor;
      readonly audit: (change: AuditChange) => void;
    },
  ): Promise<Outcome<readonly string[]>> {
    if (!(await this.#releaseOne(tx, order, { by: getActorName(actor) })))
      return fail('conflict', 'There is no file yet. Upload it first, then deliver.');
    const numbers = [order.number];
    for (const { id } of others) {
      const other = await getPurchase(tx, id);
      const hasOwn = (await listOrderFiles(tx, id)).length > 0;
      if (hasOwn || (await refuseUnlessWaiting(tx, other))) continue;
      await copyOrderFiles(tx, { from: order.id, to: id, addedAt: this.#deps.clock() });
      const told = { by: getActorName(actor), withOrder: order.number };
      if (await this.#releaseOne(tx, other, told)) numbers.push(other.number);
    }
    audit({ after: { delivered: numbers } });
    return ok(numbers);
  }

  async #releaseOne(
    tx: Tx,
    order: Purchase,
    told: { readonly by: string; readonly withOrder?: string },
  ): Promise<boolean> {
    const seats = await listAcceptedSeats(tx, order.id);
    const seatIds = seats.map(({ id }) => id);
    if (!(await this.#downloadGrants.createDeliveredGrants(tx, order, seatIds))) return false;
    const detail = told;
    await recordEvent(tx, order.id, this.#deps.clock(), { kind: 'files-released', detail });
    await this.#deliveries.enqueueDelivery(tx, order.id);
    return true;
  }
}

const noOrder = fail('not-found', 'There is no such order.');

async function findWaiting(db: OrderDeps['db'], number: string): Promise<Outcome<Purchase>> {
  const order = await findPurchaseByNumber(db, number);
  if (!order) return noOrder;
  return (await refuseUnlessWaiting(db, order)) ?? ok(order);
}

/** `conflict` for an order that does not wait until we deliver it. */
async function refuseUnlessWaiting(
  db: OrderDeps['db'] | Tx,
  { id, state, deliverBy }: Purchase,
): Promise<Refusal | undefined> {
  if (await isWaiting(db, id)) return undefined;
  if (deliverBy === null) return fail('conflict', 'This order does not wait for a file from us.');
  return hasAccess(state)
    ? fail('conflict', 'This order is delivered already.')
    : fail('conflict', `This order is ${state}: nothing is delivered.`);
}
