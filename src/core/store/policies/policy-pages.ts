import { z } from 'zod';
import type { Deps, Tx } from '../../deps.ts';
import {
  failWithFieldErrors,
  optionalLineField,
  parseForm,
  readTextField,
  singleLineField,
  type FormInput,
} from '../../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { Store } from '../index.ts';
import { maxGroupLinks } from '../navigation.model.ts';
import { findRedirectsFrom } from '../redirects/redirects.store.ts';
import type { StoreSettings } from '../settings.model.ts';
import { linkInFooter, renameLinks, unlink } from './page-links.model.ts';
import {
  findPageAt,
  isSpecified,
  movePage,
  readPageAddress,
  type PolicyPage,
} from './page.model.ts';
import { deletePolicyDraft, hasPolicyText } from './policies.store.ts';

export type PageDeps = Pick<Deps, 'db'> & {
  /**
   * In a transaction: who has an address of one part, "a page of this site" or a report's; undefined
   * if it is free.
   */
  readonly findAddressOwner: (tx: Tx, slug: string) => Promise<string | undefined>;
};

const pageForm = z.object({
  name: singleLineField('a name', 60),
  address: z.string().default(''),
  checkout: z.string().default(''),
  /** The place of a group of the footer, from 0; '' for none of them. */
  footer: z.string().default(''),
  words: optionalLineField(300),
});

/** The rows of policy pages: added, renamed, ordered and removed by staff. */
export class PolicyPages {
  readonly #deps: PageDeps;
  readonly #store: Store;

  constructor(deps: PageDeps, settings: Store) {
    this.#deps = deps;
    this.#store = settings;
  }

  /**
   * There is a page more, whose text is still to be published: until then its address answers that
   * it does not exist. Answers its id. `forbidden`, `invalid` at the field.
   */
  async add(actor: StaffActor, form: FormInput): Promise<Outcome<string>> {
    const parsed = readForm(form);
    if (!parsed.ok) return parsed;
    const { footer, ...typed } = parsed.value;
    const id = await this.#findFreeId(typed.address);
    const added: PolicyPage = { ...typed, id, formerAddresses: [] };
    const done = await this.#change(actor, form, ({ policyPages, navigation }) => ({
      policyPages: [...policyPages, added],
      navigation: linkInFooter(navigation, added, footer),
    }));
    if (!done.ok) return done;
    // A form that comes again is answered by what it did at first, under the id of then.
    const page = findPageAt(done.value.policyPages, typed.address);
    return ok(page?.id ?? id);
  }

  /**
   * The page is called, stands and is linked as the form says; addresses that it had lead to it.
   * `forbidden`, `not-found`, `invalid` at the field, `conflict` if somebody changed it since.
   */
  async change(actor: StaffActor, id: string, form: FormInput): Promise<Outcome<unknown>> {
    const { policyPages: pages } = await this.#store.getSettings();
    const stored = pages.find((one) => one.id === id);
    if (!stored) return noSuchPage;
    const parsed = readForm(isSpecified(id) ? { ...form, address: stored.address } : form);
    if (!parsed.ok) return parsed;
    const { footer, address, ...typed } = parsed.value;
    return this.#change(actor, form, ({ policyPages, navigation }) => {
      const changed = { ...movePage(stored, address), ...typed };
      const renamed = renameLinks(navigation, stored, changed);
      return {
        policyPages: policyPages.map((one) => (one.id === id ? changed : one)),
        navigation: linkInFooter(renamed, changed, footer),
      };
    });
  }

  /** The page is one place further up or down. `forbidden`, `not-found`. */
  move(actor: StaffActor, id: string, by: -1 | 1): Promise<Outcome<unknown>> {
    return this.#change(actor, {}, ({ policyPages }) => {
      const place = policyPages.findIndex((one) => one.id === id);
      const [moved] = policyPages.slice(place, place + 1);
      if (place < 0 || !moved) return noSuchPage;
      const others = policyPages.filter((one) => one.id !== id);
      const target = Math.min(Math.max(place + by, 0), others.length);
      return { policyPages: others.toSpliced(target, 0, moved) };
    });
  }

  /**
   * The page, its text and its links are gone; texts that were published are kept. `forbidden`,
   * `not-found`, `conflict` for a page of the specification.
   */
  remove(actor: StaffActor, id: string): Promise<Outcome<unknown>> {
    return this.#change(
      actor,
      {},
      ({ policyPages, policies, navigation }) => {
        const stored = policyPages.find((one) => one.id === id);
        if (!stored) return noSuchPage;
        if (isSpecified(id)) return fail('conflict', 'Every store has this page; change its text.');
        const { [id]: _, ...others } = policies;
        return {
          policyPages: policyPages.filter((one) => one.id !== id),
          policies: others,
          navigation: unlink(navigation, stored),
        };
      },
      (tx) => deletePolicyDraft(tx, id),
    );
  }

  async #change(
    actor: StaffActor,
    form: FormInput,
    decide: (settings: StoreSettings) => PageChanges | Refusal,
    alsoDo?: (tx: Tx) => Promise<void>,
  ): Promise<Outcome<StoreSettings>> {
    const { version, settings } = await this.#store.getSettingsInForce();
    const changes = decide(settings);
    if ('ok' in changes) return changes;
    if ('navigation' in changes && !changes.navigation) return fullGroup;
    const before = settings.policyPages;
    return this.#store.changeSettings(actor, changes, {
      verb: 'policy.publish',
      basedOn: readVersion(form) ?? version,
      refuse: (tx) => this.#refuseTaken(tx, before, changes.policyPages ?? []),
      ...(alsoDo ? { alsoDo } : {}),
    });
  }

  /** `invalid` if a page has a new address that leads somewhere already. */
  async #refuseTaken(
    tx: Tx,
    before: readonly PolicyPage[],
    after: readonly PolicyPage[],
  ): Promise<Refusal | undefined> {
    for (const page of after) {
      const { id, address } = page;
      const former = findPageAt(before, address);
      if (former?.id === id) continue;
      const sentence = former
        ? describePage(former, address)
        : await this.#describeOwner(tx, address);
      if (sentence) return failWithFieldErrors({ address: [sentence] });
    }
    return undefined;
  }

  async #describeOwner(tx: Tx, address: string): Promise<string | undefined> {
    const owner = await this.#deps.findAddressOwner(tx, address);
    if (owner) return `/${address} belongs to ${owner}; choose another address.`;
    const [redirect] = await findRedirectsFrom(tx, [`/${address}`]);
    return (
      redirect &&
      `/${address} redirects to ${redirect.to}. Remove that redirect, or choose another address.`
    );
  }

  /** Texts of a page that was removed are never taken for those of another. */
  async #findFreeId(address: string): Promise<string> {
    const { policyPages } = await this.#store.getSettings();
    for (let number = 1; ; number++) {
      const id = number === 1 ? address : `${address.slice(0, 76)}-${number}`;
      const isTaken = policyPages.some((one) => one.id === id);
      if (!isTaken && !(await hasPolicyText(this.#deps.db, id))) return id;
    }
  }
}

const describePage = (page: PolicyPage, address: string): string =>
  page.address === address
    ? `/${address} is the page “${page.name}”; choose another address.`
    : `/${address} leads to the page “${page.name}”, which stood there before; choose another one.`;

function readForm(form: FormInput) {
  const parsed = parseForm(pageForm, form);
  if (!parsed.ok) return parsed;
  const { name, address: typed, checkout, footer, words } = parsed.value;
  const address = readPageAddress(typed, name);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(address) || address.length > 80)
    return failWithFieldErrors({
      address: ['Use small letters, digits and hyphens, such as “delivery-times”.'],
    });
  const group = /^[0-3]$/.test(footer) ? Number(footer) : undefined;
  return ok({ name, address, isAtCheckout: checkout === '1', footer: group, words });
}

const readVersion = (form: FormInput): number | undefined => {
  const text = readTextField(form, 'revision');
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

/** Without `navigation` links stay as they are; where it is undefined there is no room for one. */
type PageChanges = Partial<Pick<StoreSettings, 'policyPages' | 'policies'>> & {
  readonly navigation?: StoreSettings['navigation'] | undefined;
};

const fullGroup = failWithFieldErrors({
  footer: [`This group has ${maxGroupLinks} links already; choose another one.`],
});

const noSuchPage = fail('not-found', 'There is no such page.');
