import type { Deps } from '../deps.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import type { StaffActor, StaffPreferences } from './model.ts';
import { readPreferences, updatePreferences } from './preferences.store.ts';

/** How each member of staff likes the back office to be. */
export class StaffPreferenceStore {
  readonly #deps: Pick<Deps, 'db' | 'staffActs'>;

  constructor(deps: Pick<Deps, 'db' | 'staffActs'>) {
    this.#deps = deps;
  }

  /** Their own, or what holds for everybody who has chosen nothing. */
  get({ staffId }: StaffActor): Promise<StaffPreferences> {
    return readPreferences(this.#deps.db, staffId);
  }

  /** Changes the ones that are given, and keeps the others. */
  change(actor: StaffActor, changes: Partial<StaffPreferences>): Promise<Outcome<undefined>> {
    const thing = { kind: 'staff', id: String(actor.staffId) };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'own-account.change', thing },
      async (tx, audit) => {
        audit({ after: changes });
        await updatePreferences(tx, actor.staffId, changes);
        return ok(undefined);
      },
    );
  }
}
