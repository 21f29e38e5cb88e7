import { z } from 'zod';
import type { Deps, Tx } from '../../deps.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';
import { getActorName, type AuditChange } from '../../kernel/audit.ts';
import { readTextField, type FormInput, failWithFieldErrors } from '../../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { refuseOldForm } from '../../kernel/edit-revision.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { planRedirects } from './plan.model.ts';
import { readRedirectLines } from './read-lines.model.ts';
import {
  maxRedirects,
  toRedirectKey,
  type PathPair,
  isOfBackOffice,
  readFromPath,
  readToPath,
  toFromPath,
} from './redirect.model.ts';
import * as store from './redirects.store.ts';

/** `invalid` by field. */
function readPair(form: FormInput, origin: string): Outcome<PathPair> {
  const from = readFromPath(readTextField(form, 'from'), origin);
  const to = readToPath(readTextField(form, 'to'), origin);
  const isTaken = from !== undefined && isOfBackOffice(from);
  if (from !== undefined && to !== undefined && !isTaken) return ok({ from, to });
  return failWithFieldErrors({
    ...(from === undefined ? { from: [`Give ${fromHint}.`] } : {}),
    ...(isTaken ? { from: [`${from} belongs to the back office. Give another address.`] } : {}),
    ...(to === undefined ? { to: [`Give ${toHint}.`] } : {}),
  });
}

const fromHint = 'an address of this site that begins with /, such as /old-page';
const toHint = 'an address that begins with / or https://';

/** The sentence on a redirect that would lead in a circle. */
const describeCircle = ({ from, to }: PathPair): string =>
  toRedirectKey(from) === toRedirectKey(toFromPath(to))
    ? 'An address can’t redirect to itself.'
    : `${from} would lead back to itself, by way of ${to}.`;

const failAt = (field: 'from' | 'to', sentence: string): Refusal =>
  failWithFieldErrors({ [field]: [sentence] });

const verb = 'redirect.edit';
const rowsPerPage = 50;

type RedirectDeps = Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate' | 'origin'>;

type RedirectList = {
  readonly rows: readonly store.RedirectRow[];
  readonly total: number;
  readonly isTotalCapped: false;
  readonly next: string | undefined;
  readonly previous: string | undefined;
};

/** The result: how many were written, of these how many are earlier ones that now lead further. */
export type WrittenRedirects = { readonly written: number; readonly shortened: number };

/** Redirects that staff make by hand: followed where the site has no page of its own. */
export class Redirects {
  readonly #deps: RedirectDeps;

  constructor(deps: RedirectDeps) {
    this.#deps = deps;
  }

  /** One page; the filters are `text` and `unused`, the orders `newest` and `hits`. `forbidden`. */
  async list(actor: StaffActor, wanted: WantedList): Promise<Outcome<RedirectList>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    const { db } = this.#deps;
    const filter = { text: wanted.filters['text'], isUnused: wanted.filters['unused'] === '1' };
    // There are so few that a cursor is a number of rows.
    const offset = readOffset(wanted.after ?? wanted.before);
    const order = wanted.sort === '-hits' ? 'hits' : 'newest';
    const page = { ...filter, order, offset, limit: rowsPerPage } as const;
    const rows = await store.listRedirects(db, page);
    const total = await store.countRedirects(db, filter);
    const end = offset + rows.length;
    return ok({
      rows,
      total,
      isTotalCapped: false,
      next: end < total ? String(end) : undefined,
      previous: offset > 0 ? String(Math.max(0, offset - rowsPerPage)) : undefined,
    });
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<store.RedirectRow>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    const redirect = await store.findRedirect(this.#deps.db, id);
    return redirect ? ok(redirect) : noSuchRedirect;
  }

  /**
   * A visitor who comes to `from` is sent to `to`, in one hop: where `to` leads on, to its end, and
   * earlier redirects to `from` go there, too. `invalid`, also for a circle and where `from` leads
   * somewhere already.
   */
  create(actor: StaffActor, form: FormInput): Promise<Outcome<WrittenRedirects>> {
    const thing = { kind: 'redirect', id: readTextField(form, 'from').slice(0, 500) };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const pair = readPair(form, this.#deps.origin);
      if (!pair.ok) return pair;
      await store.lockRedirects(tx);
      const [taken] = await store.findRedirectsFrom(tx, [pair.value.from]);
      if (taken)
        return failAt(
          'from',
          `This address already redirects to ${taken.to}. Change that redirect.`,
        );
      return this.#write(tx, { wanted: [pair.value], by: getActorName(actor), audit });
    });
  }

  /**
   * As create; the redirect with this id begins and leads where the form says. `not-found`,
   * `conflict`.
   */
  change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<WrittenRedirects>> {
    const thing = { kind: 'redirect', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const pair = readPair(form, this.#deps.origin);
      await store.lockRedirects(tx);
      const before = await store.findRedirect(tx, id);
      if (!before) return noSuchRedirect;
      // Imports, and redirects that lead on to others, change it as well.
      const changed = { kind: 'redirect', field: before.from };
      const old = await refuseOldForm(tx, { thing: changed, before, form, values: pair });
      if (old) return old;
      if (!pair.ok) return pair;
      const [taken] = await store.findRedirectsFrom(tx, [pair.value.from]);
      if (taken && taken.id !== id)
        return failAt(
          'from',
          `This address already redirects to ${taken.to}. Change that redirect.`,
        );
      const gone = taken ? [] : [before];
      const by = getActorName(actor);
      return this.#write(tx, { wanted: [pair.value], gone, by, audit });
    });
  }

  /** The address leads nowhere any more. `not-found`. */
  remove(actor: StaffActor, id: number): Promise<Outcome<WrittenRedirects>> {
    const thing = { kind: 'redirect', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      await store.lockRedirects(tx);
      const before = await store.findRedirect(tx, id);
      if (!before) return noSuchRedirect;
      return this.#write(tx, { wanted: [], gone: [before], by: getActorName(actor), audit });
    });
  }

  /**
   * All lines of a text are redirects: "/from,/to", with commas, semicolons or tabs. One that is
   * there already leads to the new target. Nothing is written where one line is wrong: `invalid`
   * with a sentence for each.
   */
  importLines(actor: StaffActor, text: string): Promise<Outcome<WrittenRedirects>> {
    const thing = { kind: 'redirect', id: 'import' };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const wanted = readRedirectLines(text, this.#deps.origin);
      if (!wanted.ok) return wanted;
      await store.lockRedirects(tx);
      return this.#write(tx, { wanted: wanted.value, by: getActorName(actor), audit });
    });
  }

  /** Undoes an entry's change. `conflict` if one of its redirects was changed since. */
  readonly undoChange = async (
    tx: Tx,
    entry: LoggedChange,
  ): Promise<Outcome<Pick<AuditChange, 'before' | 'after'>>> => {
    const before = targetsSchema.safeParse(entry.before).data ?? {};
    const after = targetsSchema.safeParse(entry.after).data ?? {};
    await store.lockRedirects(tx);
    const all = await store.listAllRedirects(tx);
    const current = new Map(all.map(({ from, to }) => [from, to]));
    const isAsLeft = Object.entries(after).every(
      ([from, to]) => (current.get(from) ?? null) === to,
    );
    const wanted = toPairs(before);
    const gone = toPairs(after).filter(({ from }) => (before[from] ?? null) === null);
    const rest = all.filter(({ from }) => !Object.hasOwn(after, from));
    const plan = planRedirects(rest, wanted);
    const isFlat = plan.circles.length === 0 && plan.changed.length === wanted.length;
    if (!isAsLeft || !isFlat || Object.keys(after).length === 0)
      return fail('conflict', 'These redirects have changed since.');
    await store.deleteRedirectsFrom(
      tx,
      gone.map(({ from }) => from),
    );
    const by = { createdAt: this.#deps.clock(), createdBy: entry.actorName };
    await store.putRedirects(tx, wanted, by);
    await this.#deps.invalidate(tx, ['redirects']);
    return ok({ before: after, after: before });
  };

  /** All of them, for the server that answers visitors. */
  listAll(): Promise<PathPair[]> {
    return store.listAllRedirects(this.#deps.db);
  }

  /** How often visitors followed each redirect since the last call. */
  addHits(counted: readonly store.RedirectHits[]): Promise<void> {
    return store.addHits(this.#deps.db, counted);
  }

  async #write(tx: Tx, change: RedirectChange): Promise<Outcome<WrittenRedirects>> {
    const { wanted, gone = [], by, audit } = change;
    const goneFroms = gone.map(({ from }) => from);
    await store.deleteRedirectsFrom(tx, goneFroms);
    const existing = await store.listAllRedirects(tx);
    const { changed, circles } = planRedirects(existing, wanted);
    const [circle] = circles;
    if (circle) return failAt('to', describeCircle(circle));
    await store.putRedirects(tx, changed, { createdAt: this.#deps.clock(), createdBy: by });
    if ((await store.countRedirects(tx)) > maxRedirects)
      return fail('invalid', `A store has at most ${maxRedirects} redirects.`);
    const old = new Map([...existing, ...gone].map(({ from, to }) => [from, to]));
    const fresh = new Map(changed.map(({ from, to }) => [from, to]));
    const froms = [...new Set([...goneFroms, ...fresh.keys()])];
    audit({
      before: Object.fromEntries(froms.map((from) => [from, old.get(from) ?? null])),
      after: Object.fromEntries(froms.map((from) => [from, fresh.get(from) ?? null])),
    });
    await this.#deps.invalidate(tx, ['redirects']);
    const wantedKeys = new Set(wanted.map(({ from }) => toRedirectKey(from)));
    const shortened = changed.filter(({ from }) => !wantedKeys.has(toRedirectKey(from))).length;
    return ok({ written: changed.length - shortened, shortened });
  }
}

type RedirectChange = {
  readonly wanted: readonly PathPair[];
  readonly gone?: readonly PathPair[];
  readonly by: string;
  readonly audit: (change: AuditChange) => void;
};

const targetsSchema = z.record(z.string(), z.string().nullable());

const toPairs = (targets: Readonly<Record<string, string | null>>): PathPair[] =>
  Object.entries(targets).flatMap(([from, to]) => (to === null ? [] : [{ from, to }]));

const readOffset = (cursor: string | undefined): number =>
  cursor !== undefined && /^\d{1,5}$/.test(cursor) ? Number(cursor) : 0;

const noSuchRedirect = fail('not-found', 'There is no such redirect.');
