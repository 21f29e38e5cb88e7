import { ok, type Outcome } from '../kernel/outcome.model.ts';
import type { Deps } from '../deps.ts';
import type { StaffActor } from '../staff/model.ts';
import { isMasked, mayDo, refuseVerb, type StaffVerb } from '../staff/verbs.model.ts';
import { foundKinds, type Found, type FoundGroup, type FoundKind } from './model.ts';
import * as store from './search.store.ts';

const minLength = 2;
const maxLength = 100;
const rowsPerGroup = 5;

/** Staff who may not do the verb find nothing of the kind. */
const verbOfKind: Readonly<Record<FoundKind, StaffVerb>> = {
  report: 'report.read',
  order: 'order.read',
  enquiry: 'enquiry.read',
  customer: 'customer.read',
  post: 'post.edit',
};

type StaffSearchDeps = Pick<Deps, 'db' | 'clock'> & {
  /** Ids of published reports as visitors find them, the best first. */
  readonly findReportIds: (words: string, limit: number) => Promise<readonly number[]>;
};

/** The search over everything that staff work on. */
export class StaffSearch {
  readonly #deps: StaffSearchDeps;

  constructor(deps: StaffSearchDeps) {
    this.#deps = deps;
  }

  /**
   * The newest things that have the text in their name, number, code or email, in groups; groups
   * without one are left out, and so is everything for a text of less than two characters. Staff
   * who see people masked find their orders and enquiries by number and report alone. `forbidden`.
   */
  async search(actor: StaffActor, text: string): Promise<Outcome<FoundGroup[]>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'search.use', clock());
    if (refusal) return refusal;
    const words = text.trim().slice(0, maxLength);
    if (words.length < minLength) return ok([]);
    const wanted = { words, limit: rowsPerGroup + 1, isMasked: isMasked(actor.role) };
    const find: Readonly<Record<FoundKind, () => Promise<Found[]>>> = {
      report: () => store.findReports(db, wanted),
      order: () => store.findOrders(db, wanted),
      enquiry: () => store.findEnquiries(db, wanted),
      customer: () => store.findCustomers(db, wanted),
      post: () => store.findPosts(db, wanted),
    };
    const kinds = foundKinds.filter((kind) => mayDo(actor.role, verbOfKind[kind]));
    const groups = await Promise.all(kinds.map(async (kind) => toGroup(kind, await find[kind]())));
    return ok(groups.filter(({ rows }) => rows.length > 0));
  }

  /**
   * The reports that visitors find for words which no title has: spelling mistakes are forgiven, and
   * other words for the same are known. `forbidden`.
   */
  async listNearestReports(actor: StaffActor, text: string): Promise<Outcome<readonly Found[]>> {
    const { db, clock, findReportIds } = this.#deps;
    const refusal = refuseVerb(actor, 'report.read', clock());
    if (refusal) return refusal;
    const words = text.trim().slice(0, maxLength);
    if (words.length < minLength) return ok([]);
    return ok(await store.listReports(db, await findReportIds(words, rowsPerGroup)));
  }
}

const toGroup = (kind: FoundKind, found: readonly Found[]): FoundGroup => ({
  kind,
  rows: found.slice(0, rowsPerGroup),
  hasMore: found.length > rowsPerGroup,
});
