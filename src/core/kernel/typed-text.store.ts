import type { Database, Tx } from '../deps.ts';

/** Names of a form's fields to what was typed in them. */
export type TypedFields = Readonly<Record<string, string>>;

/** Whose text it is, and of which form: the path of its page and the key that the page made. */
export type TypedForm = {
  readonly staffId: number;
  readonly place: string;
  readonly formKey: string;
};

/** A person's text at a place; `fields` are null once it was saved. */
export const findTyped = (
  db: Database | Tx,
  { staffId, place }: Pick<TypedForm, 'staffId' | 'place'>,
): Promise<{ readonly formKey: string; readonly fields: TypedFields | null } | undefined> =>
  db
    .selectFrom('typedText')
    .select(['formKey', 'fields'])
    .where('staffId', '=', staffId)
    .where('place', '=', place)
    .executeTakeFirst();

/** What is typed at a place and not saved, with each author, the latest first. */
export async function listTyped(db: Database | Tx, place: string) {
  const rows = await db
    .selectFrom('typedText')
    .innerJoin('staff', 'staff.id', 'typedText.staffId')
    .select(['staffId', 'staff.name as author', 'fields', 'typedAt'])
    .where('place', '=', place)
    .orderBy('typedAt', 'desc')
    .execute();
  return rows.flatMap(({ fields, ...row }) => (fields ? [{ ...row, fields }] : []));
}

/** False if the same form was saved already. */
export async function putTyped(
  db: Database | Tx,
  typed: TypedForm & { readonly fields: TypedFields; readonly typedAt: Date },
): Promise<boolean> {
  const { formKey, typedAt } = typed;
  const fields = JSON.stringify(typed.fields);
  const row = await db
    .insertInto('typedText')
    .values({ ...typed, fields })
    .onConflict((conflict) =>
      conflict
        .columns(['staffId', 'place'])
        .doUpdateSet({ formKey, fields, typedAt })
        .where((eb) =>
          eb.or([eb('typedText.fields', 'is not', null), eb('typedText.formKey', '<>', formKey)]),
        ),
    )
    .returning('place')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The form was saved: its text is gone, and nothing of it is kept any more. Text that was typed at
 * the place in another window stays.
 */
export async function endTyped(db: Database | Tx, form: TypedForm, typedAt: Date): Promise<void> {
  const { formKey } = form;
  await db
    .insertInto('typedText')
    .values({ ...form, fields: null, typedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['staffId', 'place'])
        .doUpdateSet({ formKey, fields: null, typedAt })
        .where((eb) =>
          eb.or([eb('typedText.fields', 'is', null), eb('typedText.formKey', '=', formKey)]),
        ),
    )
    .execute();
}

/** A person's text at a place is gone, in whichever window it was typed. */
export async function dropTyped(
  db: Database | Tx,
  { staffId, place }: Pick<TypedForm, 'staffId' | 'place'>,
): Promise<void> {
  await db
    .deleteFrom('typedText')
    .where('staffId', '=', staffId)
    .where('place', '=', place)
    .execute();
}

/** Whatever anybody typed at these places is gone. Returns how many texts it was. */
export async function eraseTyped(tx: Tx, places: readonly string[]): Promise<number> {
  if (places.length === 0) return 0;
  const rows = await tx
    .deleteFrom('typedText')
    .where('place', 'in', [...places])
    .returning('fields')
    .execute();
  return rows.filter(({ fields }) => fields !== null).length;
}

/** The number of places at which a person has typed something. */
export async function countTyped(db: Database, staffId: number): Promise<number> {
  const { count } = await db
    .selectFrom('typedText')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('staffId', '=', staffId)
    .where('fields', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What was typed before a time and never saved is gone. */
export async function forgetTypedBefore(db: Database, time: Date): Promise<void> {
  await db.deleteFrom('typedText').where('typedAt', '<', time).execute();
}
