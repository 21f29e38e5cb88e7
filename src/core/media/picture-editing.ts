import { z } from 'zod';
import type { Deps, Tx } from '../deps.ts';
import { type AuditChange } from '../kernel/audit.ts';
import { joinedLineField, parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { slugify } from '../kernel/slugify.ts';
import type { StaffActor } from '../staff/model.ts';
import * as store from './media.store.ts';
import { maxAlternativeTextLength, type PictureFacts, type PictureUse } from './model.ts';
import type { PreparedPicture } from './picture-files.port.ts';
import { listTagsOfUses, listUses } from './picture-uses.store.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';

const verb = 'media.edit';
const maxNamedUses = 5;

export const noPicture = fail('not-found', 'There is no such picture.');

const alternativeText = joinedLineField(maxAlternativeTextLength);
const descriptionForm = z.object({
  alternativeText: alternativeText.min(1, 'Describe what the picture shows.'),
});
const uploadForm = z.object({ alternativeText: alternativeText.default('') });

/** A file of this machine that staff uploaded. */
export type UploadedPicture = { readonly path: string; readonly fileName: string };

/** A picture that is in the library now. */
export type AddedPicture = PictureFacts & {
  readonly id: number;
  readonly name: string;
  /** False if the library had the same picture already: that one is meant. */
  readonly isNew: boolean;
};

type StoredPicture = Omit<PreparedPicture, 'bytes'> & {
  readonly fileKey: string;
  readonly sizeBytes: number;
  readonly addedAt: Date;
};

/** The values of a picture in entries of the audit log. */
const changeSchema = z
  .object({
    alternativeText: z.string(),
    fileNumber: z.number().int(),
    isRemoved: z.boolean(),
  })
  .partial();
type Change = z.infer<typeof changeSchema>;

/** Staff's work on the library. */
export class PictureEditing {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The picture is in the library, redrawn from its pixels. It can be used once its alternative text
   * is given, now or later. One that is there already stays, and takes the text where it has none.
   * `unsupported-type`, `too-large`, `invalid`, `unavailable`.
   */
  async upload(
    actor: StaffActor,
    picture: UploadedPicture,
    form: FormInput,
  ): Promise<Outcome<AddedPicture>> {
    const texts = parseForm(uploadForm, form);
    if (!texts.ok) return (await this.#deps.staffActs.refuseRole(actor, attemptOn('new'))) ?? texts;
    const stored = await this.#storeFile(actor, 'new', picture);
    if (!stored.ok) return stored;
    const file = stored.value;
    const attempt = attemptOn('new');
    return this.#deps.staffActs.perform<AddedPicture>(actor, attempt, async (tx, audit) => {
      await store.lockUploads(tx);
      const same = await store.findPictureOfBytes(tx, file.sha256);
      const known = same && (await store.lockPicture(tx, same.id));
      if (same && known && !known.removedAt) {
        const { alternativeText: given } = texts.value;
        if (known.alternativeText !== '' || given === '') return ok({ ...same, isNew: false });
        await this.#setText(tx, known, given, audit);
        return ok({ ...same, alternativeText: given, isNew: false });
      }
      const { fileName, path: _, ...names } = { ...picture, ...texts.value };
      const base = `media/${slugify(fileName.replace(/\.[a-z0-9]+$/i, '')) || 'picture'}`;
      const name = await store.findFreeName(tx, base);
      const row = { ...names, name, fileName: fileName.slice(0, 200) };
      const by = { uploadedAt: file.addedAt, uploadedBy: actor.name };
      const id = await store.insertPicture(tx, { ...row, ...by }, file);
      audit({ before: { isRemoved: true }, after: { id, ...row, isRemoved: false } });
      const { widthPx, heightPx } = file;
      return ok({ id, ...row, widthPx, heightPx, isNew: true });
    });
  }

  /** Sets the picture's description, for readers who don't see it. `not-found`, `invalid`. */
  describe(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    return this.#change(actor, id, async (tx, picture) => {
      const texts = parseForm(descriptionForm, form);
      if (!texts.ok) return texts;
      await store.updatePicture(tx, id, texts.value);
      const before = { alternativeText: picture.alternativeText };
      return ok({ before, after: texts.value });
    });
  }

  /** Wherever the picture stands the new file is shown. The refusals of uploads, `not-found`. */
  async replace(
    actor: StaffActor,
    id: number,
    picture: UploadedPicture,
  ): Promise<Outcome<undefined>> {
    const stored = await this.#storeFile(actor, id, picture);
    if (!stored.ok) return stored;
    return this.#change(actor, id, async (tx, { fileNumber }) => {
      const number = (await store.getNewestFileNumber(tx, id)) + 1;
      await store.insertFile(tx, id, number, stored.value);
      await store.updatePicture(tx, id, { fileNumber: number });
      return ok({ before: { fileNumber }, after: { fileNumber: number } });
    });
  }

  /** The library no longer has it; undone within thirty days. `conflict` with what uses it. */
  remove(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#change(actor, id, async (tx, { name }) => {
      const uses = await listUses(tx, [name], maxNamedUses + 1);
      if (uses.length > 0) return fail('conflict', describeUses(uses));
      await store.updatePicture(tx, id, { removedAt: this.#deps.clock() });
      return ok({ before: { name, isRemoved: false }, after: { isRemoved: true } });
    });
  }

  /**
   * Takes an upload, a text, a replacement or a removal back. `conflict` if the picture was changed
   * or used since.
   */
  async undo(tx: Tx, entry: LoggedChange): Promise<Outcome<{ before: object; after: object }>> {
    const before = changeSchema.safeParse(entry.before).data ?? {};
    const names = Object.keys(before) as (keyof Change)[];
    const after = changeSchema.safeParse(entry.after).data ?? {};
    const id = z.object({ id: z.int() }).safeParse(entry.after).data?.id ?? Number(entry.thingId);
    const picture = Number.isInteger(id) ? await store.lockPicture(tx, id) : undefined;
    if (!picture || names.length === 0) return fail('conflict', 'This picture is gone.');
    const now: Change = { ...picture, isRemoved: picture.removedAt !== null };
    if (names.some((name) => now[name] !== after[name]))
      return fail('conflict', 'This picture has changed since.');
    if (before.isRemoved && (await listUses(tx, [picture.name], 1)).length > 0)
      return fail('conflict', 'This picture is in use now.');
    const { isRemoved, ...fields } = before;
    const removal =
      isRemoved === undefined ? {} : { removedAt: isRemoved ? this.#deps.clock() : null };
    await store.updatePicture(tx, id, { ...withoutMissing(fields), ...removal });
    await this.#deps.invalidate(tx, await listTagsOfUses(tx, picture.name));
    return ok({ before: pick(after, names), after: before });
  }

  #change(
    actor: StaffActor,
    id: number,
    work: (tx: Tx, picture: LockedPicture) => Promise<Outcome<AuditChange>>,
  ): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const picture = await store.lockPicture(tx, id);
      if (!picture || picture.removedAt) return noPicture;
      const change = await work(tx, picture);
      if (!change.ok) return change;
      audit(change.value);
      await this.#deps.invalidate(tx, await listTagsOfUses(tx, picture.name));
      return ok(undefined);
    });
  }

  /** The sentence on an upload of a picture that was there. */
  async #setText(
    tx: Tx,
    { id, name, alternativeText: former }: LockedPicture,
    words: string,
    audit: (change: AuditChange) => void,
  ): Promise<void> {
    await store.updatePicture(tx, id, { alternativeText: words });
    audit({ before: { alternativeText: former }, after: { id, alternativeText: words } });
    await this.#deps.invalidate(tx, await listTagsOfUses(tx, name));
  }

  /** Files are read and stored outside of any transaction; what is refused is logged by itself. */
  async #storeFile(
    actor: StaffActor,
    id: number | 'new',
    { path }: UploadedPicture,
  ): Promise<Outcome<StoredPicture>> {
    const { db, clock, audit, files, pictures, generateSecret } = this.#deps;
    const attempt = attemptOn(id);
    const refused = await this.#deps.staffActs.refuse(actor, attempt);
    if (refused) return refused;
    const prepared = await pictures.prepare(path);
    if (!prepared.ok) {
      await audit.record(db, { ...attempt, actor, refusal: prepared });
      return { ...prepared, errors: { file: [prepared.message] } };
    }
    const { bytes, ...facts } = prepared.value;
    const fileKey = `media/${generateSecret()}.${facts.type === 'image/png' ? 'png' : 'jpg'}`;
    await files.put(fileKey, bytes);
    return ok({ ...facts, fileKey, sizeBytes: bytes.length, addedAt: clock() });
  }
}

type LockedPicture = NonNullable<Awaited<ReturnType<typeof store.lockPicture>>>;

const attemptOn = (id: number | 'new') =>
  ({ verb, thing: { kind: 'picture', id: String(id) } }) as const;

function describeUses(uses: readonly PictureUse[]): string {
  const named = uses.slice(0, maxNamedUses).map(({ kind, label }) => `${kind} “${label}”`);
  const more = uses.length > maxNamedUses ? ' and others' : '';
  return `This picture is in use and can’t be deleted: ${named.join(', ')}${more}.`;
}

const withoutMissing = ({ alternativeText: words, fileNumber }: Change) => ({
  ...(words === undefined ? {} : { alternativeText: words }),
  ...(fileNumber === undefined ? {} : { fileNumber }),
});

const pick = (change: Change, names: readonly (keyof Change)[]): object =>
  Object.fromEntries(names.map((name) => [name, change[name]]));
