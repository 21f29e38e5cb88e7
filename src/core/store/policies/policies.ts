import { toDay } from '../../kernel/time-zone.model.ts';
import { z } from 'zod';
import { failChangedSince } from '../../kernel/edit-revision.ts';
import type { Policy } from '../../content/model.ts';
import { renderRichTextHtml } from '../../catalogue/rich-text/rich-text-html.model.ts';
import { toPlainText, type RichText } from '../../catalogue/rich-text/rich-text.model.ts';
import {
  fillPictures,
  listPictureNames,
} from '../../catalogue/rich-text/rich-text-pictures.model.ts';
import type { Database, Deps, Tx } from '../../deps.ts';
import { hasValues } from '../../kernel/changed-fields.ts';
import { parseForm, singleLineField, type FormInput } from '../../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { describePictures } from '../../media/index.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { htmlText } from '../html.model.ts';
import type { Store } from '../index.ts';
import { isDraftText } from '../policy-drafts.model.ts';
import { findFooterGroup } from './page-links.model.ts';
import type { PolicyPage } from './page.model.ts';
import { PolicyPages, type PageDeps } from './policy-pages.ts';
import * as store from './policies.store.ts';

const verb = 'policy.publish';

type PolicyText = Omit<Policy, 'updatedOn'>;

type PolicyDeps = Pick<Deps, 'db' | 'clock' | 'staffActs' | 'html'> & PageDeps;

type ListedPolicy = {
  readonly page: PolicyPage;
  /** Undefined if nothing was published: the page answers that it does not exist. */
  readonly inForce: Policy | undefined;
  /** The text for visitors still says that it is a draft. */
  readonly isDraftText: boolean;
  readonly draft: Pick<store.PolicyDraftRow, 'savedAt' | 'savedBy'> | undefined;
};

type EditedPolicy = {
  readonly page: PolicyPage;
  /** The titles of the footer's groups, and which of them links to the page. */
  readonly footer: { readonly groups: readonly string[]; readonly place: number | undefined };
  /** Of the settings: the form of the page comes back with it. */
  readonly pageVersion: number;
  readonly inForce: Policy | undefined;
  readonly draft: store.PolicyDraftRow | undefined;
  /** The text with which the form begins, as a tree: the draft's text, else the one in force. */
  readonly tree: RichText;
  /** Newest first. */
  readonly versions: readonly store.PolicyVersionRow[];
  /** Which text the form is made from: it comes back with it. */
  readonly revision: string;
};

type ComparedVersion = {
  readonly page: PolicyPage;
  readonly version: store.PolicyVersionRow;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

const policyForm = z.object({
  title: singleLineField('a title', 120),
  description: z.union([z.literal(''), singleLineField('a description', 300)]).default(''),
  html: z.string().trim().min(1, 'Please give the text.').max(400_000),
});

/** The legal texts: a draft is nobody's business, and every published text is kept. */
export class Policies {
  readonly #deps: PolicyDeps;
  readonly #store: Store;
  readonly pages: PolicyPages;

  constructor(deps: PolicyDeps, settings: Store) {
    this.pages = new PolicyPages(deps, settings);
    this.#deps = deps;
    this.#store = settings;
  }

  /** All pages in their order. `forbidden`. */
  async list(actor: StaffActor): Promise<Outcome<ListedPolicy[]>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    const { policies, policyPages } = await this.#store.getSettings();
    const drafts = new Map(
      (await store.listPolicyDrafts(this.#deps.db)).map((row) => [row.name, row]),
    );
    return ok(
      policyPages.map((page) => ({
        page,
        inForce: policies[page.id],
        isDraftText: isDraftText(policies[page.id]?.html ?? ''),
        draft: drafts.get(page.id),
      })),
    );
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, name: string): Promise<Outcome<EditedPolicy>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    const { db, html } = this.#deps;
    const { version: pageVersion, settings } = await this.#store.getSettingsInForce();
    const page = settings.policyPages.find(({ id }) => id === name);
    if (!page) return noSuchPage;
    const { navigation, policies } = settings;
    const inForce = policies[name];
    const draft = await store.findPolicyDraft(db, name);
    const versions = await store.listPolicyVersions(db, name);
    const tree = html.readRichText(draft?.html ?? inForce?.html ?? '');
    const revision = toRevision(draft, versions[0]?.number);
    const footer = {
      groups: navigation.footer.map(({ title }) => title),
      place: findFooterGroup(navigation, page),
    };
    return ok({ page, footer, pageVersion, inForce, draft, tree, versions, revision });
  }

  /** A published text beside the one before it, line by line. `forbidden`, `not-found`. */
  async compare(
    actor: StaffActor,
    name: string,
    number: number,
  ): Promise<Outcome<ComparedVersion>> {
    const found = await this.get(actor, name);
    if (!found.ok) return found;
    const { page, versions } = found.value;
    const version = versions.find((one) => one.number === number);
    if (!version) return fail('not-found', 'There is no such version.');
    const former = versions.find((one) => one.number === number - 1);
    return ok({ page, version, before: this.#toLines(former), after: this.#toLines(version) });
  }

  #toLines(policy: Policy | undefined): string[] {
    if (!policy) return [];
    const text = toPlainText(this.#deps.html.readRichText(policy.html));
    return [policy.title, policy.description, ...text.split('\n')].filter((line) => line !== '');
  }

  /** `conflict` if somebody saved or published another text since the form was made. */
  async #refuseOld(
    db: Database | Tx,
    name: string,
    form: FormInput,
    typed: PolicyText,
  ): Promise<Refusal | undefined> {
    const revision = form['revision'];
    if (revision === undefined) return undefined;
    const draft = await store.findPolicyDraft(db, name);
    const newest = draft ? undefined : await store.findNewestVersion(db, name);
    if (revision === toRevision(draft, newest?.number)) return undefined;
    const now = draft ?? newest;
    if (now && hasValues(now, typed)) return undefined;
    const changedBy = draft?.savedBy ?? (await store.findPublisher(db, name));
    return failChangedSince(changedBy ?? '');
  }

  /**
   * The draft has this text; visitors read the one in force. `forbidden`, `invalid`, `conflict`
   * if another was saved since the form's `revision`, `not-found`.
   */
  async saveDraft(actor: StaffActor, name: string, form: FormInput): Promise<Outcome<undefined>> {
    if (!(await this.#hasPage(name))) return noSuchPage;
    const thing = { kind: 'policy-draft', id: name };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const values = await this.#readForm(tx, form);
      if (!values.ok) return values;
      await store.lockPolicy(tx, name);
      const refusal = await this.#refuseOld(tx, name, form, values.value);
      if (refusal) return refusal;
      // A form whose answer was lost is sent again, and makes no other version of its draft.
      const before = await store.findPolicyDraft(tx, name);
      if (before && hasValues(before, values.value)) return ok(undefined);
      audit({ after: { title: values.value.title } });
      const savedAt = this.#deps.clock();
      await store.putPolicyDraft(tx, name, { ...values.value, savedAt, savedBy: actor.name });
      return ok(undefined);
    });
  }

  /** There is no draft any more. `forbidden`, `not-found`. */
  discardDraft(actor: StaffActor, name: string): Promise<Outcome<undefined>> {
    const thing = { kind: 'policy-draft', id: name };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const draft = await store.findPolicyDraft(tx, name);
      if (!draft) return fail('not-found', 'There is no draft.');
      audit({ before: draft });
      await store.deletePolicyDraft(tx, name);
      return ok(undefined);
    });
  }

  /**
   * Visitors read this text, dated today; orders that were placed keep theirs. The draft is gone.
   * `forbidden`, `invalid`, `not-found`, `conflict` as for a draft.
   */
  async publish(actor: StaffActor, name: string, form: FormInput): Promise<Outcome<undefined>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    if (!(await this.#hasPage(name))) return noSuchPage;
    const values = await this.#readForm(this.#deps.db, form);
    if (!values.ok) return values;
    const old = await this.#refuseOld(this.#deps.db, name, form, values.value);
    if (old) return old;
    const { version, settings } = await this.#store.getSettingsInForce();
    const { policies, timeZone } = settings;
    const updatedOn = toDay(this.#deps.clock(), timeZone);
    const changes = { policies: { ...policies, [name]: { ...values.value, updatedOn } } };
    const published = await this.#store.changeSettings(actor, changes, {
      // A text of another page that is published meanwhile is not lost.
      basedOn: version,
      alsoDo: (tx) => store.deletePolicyDraft(tx, name),
    });
    return published.ok ? ok(undefined) : published;
  }

  async #hasPage(name: string): Promise<boolean> {
    return (await this.#store.getSettings()).policyPages.some(({ id }) => id === name);
  }

  /**
   * The text as our own renderer writes it: nothing of a script is left, and pictures of the library
   * have their sizes. That none of them is missing is checked as the text is published.
   */
  async #readForm(db: Database | Tx, form: FormInput): Promise<Outcome<PolicyText>> {
    const parsed = parseForm(policyForm, form);
    if (!parsed.ok) return parsed;
    const tree = this.#deps.html.readRichText(parsed.value.html);
    const facts = await describePictures(db, listPictureNames(tree));
    const html = renderRichTextHtml(fillPictures(tree, facts), {
      pictureUrl: (name) => `/picture/${name}`,
    });
    return parseForm(policyForm.extend({ html: htmlText(200_000) }), { ...parsed.value, html });
  }
}

const noSuchPage = fail('not-found', 'There is no such page.');

/** Another one after every saved draft and every published text. */
const toRevision = (draft: store.StoredPolicyDraft | undefined, newestNumber = 0): string =>
  draft ? `draft ${draft.revision}` : `text ${newestNumber}`;
