import type { Deps, Email } from '../deps.ts';
import type { Publisher } from '../kernel/email-layout.ts';
import {
  builtInEmails,
  emailKeys,
  emailWordsSchema,
  type BuiltInEmail,
  type EmailKey,
  type EmailWords,
} from '../kernel/email-words.model.ts';
import { readTextField, type FormInput } from '../kernel/form-fields.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { findLineFault, trimLine } from '../kernel/single-line.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import type { Store } from './index.ts';
import { toLetterhead } from './model.ts';
import { failWithPlaces } from './settings-errors.ts';

type ListedEmail = {
  readonly key: EmailKey;
  readonly title: string;
  readonly subject: string;
  readonly isChanged: boolean;
};

type EditedEmail = {
  readonly builtIn: BuiltInEmail;
  readonly words: EmailWords;
  readonly isChanged: boolean;
  /** The real email, to a customer of our invention. */
  readonly preview: Pick<Email, 'subject' | 'text' | 'html'>;
};

/** Builds one of every email with the publisher's words. */
type BuildSamples = (publisher: Publisher) => Readonly<Record<EmailKey, Email>>;

/** The texts of emails to customers, in the store's own words. */
export class EmailTexts {
  readonly #deps: Pick<Deps, 'clock' | 'origin'>;
  readonly #store: Store;
  readonly #buildSamples: BuildSamples;

  constructor(deps: Pick<Deps, 'clock' | 'origin'>, store: Store, buildSamples: BuildSamples) {
    this.#deps = deps;
    this.#store = store;
    this.#buildSamples = buildSamples;
  }

  /** All that can be worded. `forbidden`. */
  async list(actor: StaffActor): Promise<Outcome<ListedEmail[]>> {
    const refusal = refuseVerb(actor, 'settings.edit', this.#deps.clock());
    if (refusal) return refusal;
    const { emails } = await this.#store.getSettings();
    return ok(
      emailKeys.map((key) => ({
        key,
        title: builtInEmails[key].title,
        subject: emails[key]?.subject ?? builtInEmails[key].subject,
        isChanged: emails[key] !== undefined,
      })),
    );
  }

  /** One email, with `words` where they are typed and not saved yet. `forbidden`, `invalid`. */
  async get(actor: StaffActor, key: EmailKey, typed?: FormInput): Promise<Outcome<EditedEmail>> {
    const refusal = refuseVerb(actor, 'settings.edit', this.#deps.clock());
    if (refusal) return refusal;
    const settings = await this.#store.getSettings();
    const wanted = typed && readWords(key, typed);
    if (wanted && !wanted.ok) return wanted;
    const emails = { ...settings.emails, ...(wanted ? { [key]: wanted.value } : {}) };
    const { origin } = this.#deps;
    const { salesEmail } = settings.contact;
    const publisher = { ...toLetterhead({ ...settings, emails }), origin, salesEmail };
    return ok({
      builtIn: builtInEmails[key],
      words: emails[key] ?? builtInEmails[key],
      isChanged: settings.emails[key] !== undefined,
      preview: this.#buildSamples(publisher)[key],
    });
  }

  /**
   * The email says this from now on; the built-in words are no words of the store's own. `invalid`;
   * `conflict` if somebody changed them since the settings' version of the form.
   */
  async change(actor: StaffActor, key: EmailKey, form: FormInput): Promise<Outcome<undefined>> {
    const words = readWords(key, form);
    if (!words.ok) return words;
    const { subject, text } = builtInEmails[key];
    const isBuiltIn = words.value.subject === subject && words.value.text === text;
    const version = Number(readTextField(form, 'version'));
    const basedOn = Number.isInteger(version) && version > 0 ? version : undefined;
    return this.#write(actor, key, { words: isBuiltIn ? undefined : words.value, basedOn });
  }

  /** The email says what is built in. */
  reset(actor: StaffActor, key: EmailKey): Promise<Outcome<undefined>> {
    return this.#write(actor, key, {});
  }

  async #write(
    actor: StaffActor,
    key: EmailKey,
    { words, basedOn }: { words?: EmailWords | undefined; basedOn?: number | undefined },
  ): Promise<Outcome<undefined>> {
    const { [key]: _, ...others } = (await this.#store.getSettings()).emails;
    const emails = words ? { ...others, [key]: words } : others;
    const changed = await this.#store.changeSettings(actor, { emails }, { basedOn });
    return changed.ok ? ok(undefined) : changed;
  }
}

/** `invalid` with a sentence at the subject or the text. */
function readWords(key: EmailKey, form: FormInput): Outcome<EmailWords> {
  const typed = { subject: readTextField(form, 'subject'), text: readTextField(form, 'text') };
  const parsed = emailWordsSchema.safeParse({ [key]: typed });
  if (!parsed.success)
    return failWithPlaces(
      parsed.error.issues.map(({ path, message }) => ({ message, path: path.slice(1) })),
    );
  const words = parsed.data[key] ?? typed;
  const subject = trimLine(words.subject);
  const fault = subject === '' ? 'Please give a subject.' : findLineFault(subject);
  return fault === undefined
    ? ok({ ...words, subject })
    : failWithPlaces([{ path: ['subject'], message: fault }]);
}
