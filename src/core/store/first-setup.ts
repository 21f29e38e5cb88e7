import { createHash } from 'node:crypto';
import { policyNames, type PolicyName } from '../content/model.ts';
import type { Deps, Tx } from '../deps.ts';
import {
  failWithFieldErrors,
  parseForm,
  readTextField,
  type FormInput,
} from '../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import { toDay } from '../kernel/time-zone.model.ts';
import { buildFirstSettings, firstSetupForm } from './first-setup.model.ts';
import { draftPolicies } from './policy-drafts.model.ts';
import * as links from './setup-link.store.ts';
import type { Store } from './index.ts';

/** How long the link of a start works. Milliseconds. */
const linkLifetimeMs = 7 * 86_400_000;

const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Makes the first account of the back office, in the transaction of the settings. */
type OwnerSetup = {
  /** True if nobody works in the back office yet. */
  readonly isMissing: () => Promise<boolean>;
  readonly prepare: (form: FormInput) => Promise<Outcome<(tx: Tx) => Promise<void>>>;
};

type SetupDeps = Pick<Deps, 'db' | 'clock' | 'generateSecret' | 'origin'>;

/** The first day: one link, with which an owner gives an empty store its settings. */
export class FirstSetup {
  readonly #deps: SetupDeps;
  readonly #store: Store;
  readonly #owner: OwnerSetup;

  constructor(deps: SetupDeps, store: Store, owner: OwnerSetup) {
    this.#deps = deps;
    this.#store = store;
    this.#owner = owner;
  }

  /** The legal texts that a store has before its owner has written their own, as HTML. */
  draftPolicies(): { name: PolicyName; title: string; html: string }[] {
    const drafts = draftPolicies(toDay(this.#deps.clock(), 'UTC'));
    return policyNames.map((name) => ({ name, ...drafts[name] }));
  }

  /** A link to the page that sets the store up, good for a week and until it is set up. */
  async createLink(): Promise<string> {
    const { db, clock, generateSecret, origin } = this.#deps;
    const secret = generateSecret();
    const expiresAt = new Date(clock().getTime() + linkLifetimeMs);
    await links.insertSetupLink(db, { tokenHash: hashSecret(secret), expiresAt });
    return `${origin}/setup/${secret}`;
  }

  /** True for the secret of a link that works. */
  async isLinkValid(secret: string): Promise<boolean> {
    if (!/^[0-9a-f]{32}$/.test(secret) || (await this.#store.isSetUp())) return false;
    const { db, clock } = this.#deps;
    return links.hasSetupLink(db, hashSecret(secret), clock());
  }

  /** True if the form asks for the owner's account too. */
  needsOwner(): Promise<boolean> {
    return this.#owner.isMissing();
  }

  /**
   * The store has its settings and an owner, and no link works any more. `not-found` for a link that
   * does not work, `invalid` for wrong fields; else as replaceSettings.
   */
  async complete(secret: string, form: FormInput): Promise<Outcome<undefined>> {
    if (!(await this.isLinkValid(secret)))
      return fail('not-found', 'This link has expired, or the store is set up already.');
    const completed = await this.#setUp(form, { changedBy: 'owner', hasOwnerFields: true });
    if (!completed.ok) return completed;
    await links.deleteSetupLinks(this.#deps.db);
    return ok(undefined);
  }

  /** The same without a link and an owner, for someone at the machine: `npm run setup`. */
  setUp(form: FormInput, changedBy: string): Promise<Outcome<undefined>> {
    return this.#setUp(form, { changedBy, hasOwnerFields: false });
  }

  async #setUp(
    form: FormInput,
    { changedBy, hasOwnerFields }: { changedBy: string; hasOwnerFields: boolean },
  ): Promise<Outcome<undefined>> {
    const parsed = parseForm(firstSetupForm, form);
    const owner =
      hasOwnerFields && (await this.needsOwner()) ? await this.#owner.prepare(form) : undefined;
    if (!parsed.ok || owner?.ok === false) return joinRefusals(parsed, owner);
    const day = toDay(this.#deps.clock(), parsed.value.time_zone);
    const settings = buildFirstSettings(parsed.value, readPolicies(form), day);
    const replaced = await this.#store.createSettings(settings, changedBy, owner?.value);
    return replaced.ok ? ok(undefined) : replaced;
  }
}

/** The legal texts that the owner changed, by their fields: `policy_terms`, … */
const readPolicies = (form: FormInput): Partial<Record<PolicyName, string>> =>
  Object.fromEntries(
    policyNames.flatMap((name) => {
      const html = readTextField(form, `policy_${name}`).trim();
      return html === '' ? [] : [[name, html]];
    }),
  );

/** One refusal with the fields of both, so that everything wrong is said at once. */
function joinRefusals(...outcomes: readonly (Outcome<unknown> | undefined)[]): Refusal {
  const refusals = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome] : []));
  const errors = Object.assign({}, ...refusals.map((refusal) => refusal.errors ?? {}));
  return refusals.length === 1 && refusals[0] ? refusals[0] : failWithFieldErrors(errors);
}
