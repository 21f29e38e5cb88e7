import { z } from 'zod';
import type { Tx } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { entryTables, lockEntries, setBinned, setOrder, type EntryTable } from './entries.store.ts';
import { isAsLogged, type LoggedChange } from '../kernel/logged-change.ts';
import { holdFormerPictures } from '../media/index.ts';
import type { EntryKind, EntryValues } from './entry.model.ts';

const [text, flag, picture] = [z.string(), z.boolean(), z.string().nullable()];

/** The values of an entry as the audit log has them. */
const valueSchemas: { readonly [Kind in EntryKind]: z.ZodType<EntryValues<Kind>> } = {
  faq: z.object({ title: text, html: text, isHidden: flag }),
  testimonial: z
    .object({ name: text, designation: text, description: text, image: picture })
    .extend({ isSample: flag, isHidden: flag }),
  clientLogo: z.object({ name: text, image: picture, isSample: flag, isHidden: flag }),
};
const fieldsSchema = z.record(z.string(), z.json());
const binnedSchema = z.object({ binnedAt: z.iso.datetime().nullable() });

const orderSchema = z.object({ order: z.array(z.int()) });

type Undone = Promise<Outcome<{ before: object; after: object }>>;

/**
 * In `tx`: the entry, or the order of all, is as it was before; one that was added is in the bin.
 * `conflict` if it was changed since.
 */
export async function undoEntryChange(
  tx: Tx,
  kind: EntryKind,
  logged: LoggedChange,
  now: Date,
): Undone {
  await lockEntries(tx, kind);
  return logged.thingId === 'order'
    ? undoOrder(tx, kind, logged)
    : undoFieldsOf[kind](tx, logged, now);
}

const changedSince = fail('conflict', 'This has changed since.');

async function undoOrder(tx: Tx, kind: EntryKind, { before, after }: LoggedChange): Undone {
  const all = await entryTables[kind].list(tx);
  const shown = all.filter(({ binnedAt }) => !binnedAt).map(({ id }) => id);
  const [was, became] = [orderSchema.safeParse(before).data, orderSchema.safeParse(after).data];
  if (!was || became?.order.join() !== shown.join()) return changedSince;
  await setOrder(tx, kind, was.order);
  return ok({ before: became, after: was });
}

type Definition<Kind extends EntryKind> = {
  readonly kind: Kind;
  readonly table: EntryTable<Kind>;
  readonly schema: z.ZodType<EntryValues<Kind>>;
};

const makeUndoFields =
  <Kind extends EntryKind>(definition: Definition<Kind>) =>
  (tx: Tx, logged: LoggedChange, now: Date): Undone =>
    undoFields(tx, definition, logged, now);

const undoFieldsOf = {
  faq: makeUndoFields({ kind: 'faq', table: entryTables.faq, schema: valueSchemas.faq }),
  testimonial: makeUndoFields({
    kind: 'testimonial',
    table: entryTables.testimonial,
    schema: valueSchemas.testimonial,
  }),
  clientLogo: makeUndoFields({
    kind: 'clientLogo',
    table: entryTables.clientLogo,
    schema: valueSchemas.clientLogo,
  }),
} as const satisfies Record<EntryKind, unknown>;

async function undoFields<Kind extends EntryKind>(
  tx: Tx,
  { kind, table, schema }: Definition<Kind>,
  logged: LoggedChange,
  now: Date,
): Undone {
  const { id: addedId, ...after } = fieldsSchema.safeParse(logged.after).data ?? {};
  const id = Number(addedId ?? logged.thingId);
  const entry = (await table.list(tx)).find((one) => one.id === id);
  if (!entry) return changedSince;
  const binnedNow = { binnedAt: entry.binnedAt?.toISOString() ?? null };
  if (!isAsLogged({ ...entry, ...binnedNow }, after)) return changedSince;
  const edit = { changedAt: now, changedBy: logged.actorName };
  const given = fieldsSchema.safeParse(logged.before).data ?? {};
  const before = addedId === undefined ? given : { binnedAt: edit.changedAt.toISOString() };
  const bin = binnedSchema.safeParse(before).data;
  if (bin) {
    const binnedAt = bin.binnedAt === null ? null : new Date(bin.binnedAt);
    await setBinned(tx, kind, id, { binnedAt, ...edit });
    return ok({ before: binnedNow, after: before });
  }
  const values = schema.safeParse({ ...entry, ...before }).data;
  if (!values) return changedSince;
  const gone = await holdFormerPictures(tx, values);
  if (gone) return gone;
  await table.update(tx, id, { ...values, ...edit });
  return ok({ before: after, after: before });
}
