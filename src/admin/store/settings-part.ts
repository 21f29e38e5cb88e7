import { parseId } from '#core/kernel/id.model.ts';
import type { ReactNode } from 'react';
import { data, type RouterContextProvider } from 'react-router';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import type { StoreSettings, StoreSettingsInput } from '#core/store/settings.model.ts';
import { staffContext } from '#admin/context.ts';
import { arrangeForm, dropBlankRows } from '#admin/frame/form-rows.ts';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import { appContext } from '#site/context.ts';
import type { FieldErrors, FieldValues, RejectedForm } from '#site/form-fields.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { listSavedNow, type ShownSettings, type ShowValues } from './saved-now.ts';

/** A part of the settings that has a form. Its fields are named by their place: "bank.iban". */
export type SettingsPart = {
  readonly title: string;
  /** Describes the present settings in a line. */
  readonly describe?: (settings: StoreSettings) => string;
  readonly renderFields: (
    settings: StoreSettings,
    rejected: RejectedForm | undefined,
    /** The part's long text as its editor begins with it; nothing if it has none. */
    tree: RichText,
  ) => ReactNode;
  /** Reads the fields into the shape of the settings; the core checks it. */
  readonly read: (fields: FieldValues, settings: StoreSettings) => Record<string, unknown>;
  /** If the form has rows, the inner ones first; blank ones are left out. */
  readonly listRows?: (fields: FieldValues) => readonly string[];
  /** By their places. */
  readonly showValues?: ShowValues;
  /** Errors at the names that the form's fields have, if these are other ones. */
  readonly nameErrors?: (errors: FieldErrors, fields: FieldValues) => FieldErrors;
};

type Context = Readonly<RouterContextProvider>;

/** Loads the values of a part's form. */
export async function loadSettings(context: Context, part: SettingsPart): Promise<ShownSettings> {
  const { store, content } = context.get(appContext);
  const inForce = await store.getSettingsInForce();
  const { fields } = context.get(staffContext).form;
  const basedOn = readVersion(fields) ?? inForce.version;
  if (basedOn >= inForce.version) return { ...inForce, savedNow: [] };
  const seen = await store.getVersion(basedOn);
  const texts = { seen, now: inForce.settings, typed: readTyped(part, fields, inForce.settings) };
  const shown = { ...part, fields: part.renderFields(inForce.settings, undefined, []) };
  const savedNow = arrangeForm(fields)
    ? []
    : listSavedNow(texts, shown, (html) => content.body.read(html));
  // As long as nobody was shown what others saved, the form is still of the version before.
  return { ...inForce, version: savedNow.length > 0 ? inForce.version : basedOn, savedNow };
}

/** The version of the settings that a form was filled from. */
export function readVersion(fields: FieldValues): number | undefined {
  return parseId(fields['version']);
}

/** Returns the typed values without blank rows, in the shape of the settings. */
function readTyped(
  part: SettingsPart,
  fields: FieldValues,
  settings: StoreSettings,
): Record<string, unknown> {
  const rows = part.listRows?.(fields) ?? [];
  return part.read(rows.reduce(dropBlankRows, fields), settings);
}

/** The part is as its form says, and `path` tells so; or the form again, arranged or refused. */
export async function saveSettings(context: Context, part: SettingsPart, path: string) {
  const { actor, form } = context.get(staffContext);
  const { store } = context.get(appContext);
  const arranged = arrangeForm(form.fields);
  if (arranged) return data(arranged);
  const rows = part.listRows?.(form.fields) ?? [];
  const fields = rows.reduce(dropBlankRows, form.fields);
  const changes: Partial<StoreSettingsInput> = part.read(fields, await store.getSettings());
  const changed = await store.changeSettings(actor, changes, { basedOn: readVersion(fields) });
  if (changed.ok) return redirectWithMessage(context, path, `${part.title}: saved.`);
  const { errors = {} } = changed;
  return respondRejected(
    { ...changed, errors: part.nameErrors?.(errors, fields) ?? errors },
    fields,
  );
}
