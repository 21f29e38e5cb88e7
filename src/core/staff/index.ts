import type { Deps } from '../deps.ts';
import type { StaffActor } from './model.ts';
import { StaffSessions, type StaffRequest } from './sessions.ts';

/** Who works in the back office, and how they prove it. */
export class Staff {
  readonly #deps: Deps;
  readonly #sessions: StaffSessions;

  constructor(deps: Deps) {
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
}
