import type { Deps } from '../deps.ts';
import { refuseAsStaff } from '../kernel/audit.ts';
import type { StaffActor } from './model.ts';
import type { StaffVerb } from './verbs.model.ts';
import { StaffPreferenceStore } from './preferences.ts';
import { StaffSessions, type StaffRequest } from './sessions.ts';

/** Who works in the back office, and how they prove it. */
export class Staff {
  /** How they like the back office to be. */
  readonly preferences: StaffPreferenceStore;
  readonly #deps: Deps;
  readonly #sessions: StaffSessions;

  constructor(deps: Deps) {
    this.preferences = new StaffPreferenceStore(deps);
    this.#deps = deps;
    this.#sessions = new StaffSessions(deps);
  }

  /** Who makes a request, by the secret in its cookie; undefined for whoever must sign in first. */
  getActor(
    sessionSecret: string | undefined,
    request: StaffRequest,
  ): Promise<StaffActor | undefined> {
    return this.#sessions.getActor(sessionSecret, request);
  }

  /** A session of somebody who has just proved their identity; the secret for their cookie. */
  startSession(staffId: number, request: StaffRequest): Promise<string> {
    return this.#deps.db.transaction().execute((tx) => this.#sessions.start(tx, staffId, request));
  }

  /** Ends the session; an unknown secret changes nothing. */
  signOut(sessionSecret: string | undefined): Promise<void> {
    return this.#sessions.signOut(sessionSecret);
  }

  /** Somebody posted to a page that their role may not use: the audit log has it afterwards. */
  async noteRefusedPost(actor: StaffActor, verb: StaffVerb, path: string): Promise<void> {
    await refuseAsStaff(this.#deps, actor, { verb, thing: { kind: 'page', id: path } });
  }
}
