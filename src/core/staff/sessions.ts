import type { Deps, Tx } from '../deps.ts';
import { hashSecret } from '../kernel/secrets.ts';
import { idleHours, sessionHours, type StaffActor } from './model.ts';
import * as store from './sessions.store.ts';

/** The part of the request that a verb of staff keeps. */
export type StaffRequest = Pick<StaffActor, 'ip' | 'userAgent' | 'requestId'>;

const hourMs = 3_600_000;
/** How often the use of a session is recorded, at most. */
const useNoteMs = 60_000;

/** Signed-in browsers of staff. A session's secret is in a cookie, only its hash is stored. */
export class StaffSessions {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'secrets'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'secrets'>) {
    this.#deps = deps;
  }

  /** Starts a session of somebody who has just proved their identity; its secret. */
  async start(tx: Tx, staffId: number, request: StaffRequest): Promise<string> {
    const secret = this.#deps.secrets.generateLong();
    const now = this.#deps.clock();
    await store.deleteEndedSessions(tx, now);
    await store.insertSession(tx, {
      tokenHash: hashSecret(secret),
      staffId,
      createdAt: now,
      lastUsedAt: now,
      provedAt: now,
      expiresAt: new Date(now.getTime() + sessionHours * hourMs),
      ip: request.ip,
      userAgent: request.userAgent.slice(0, 300),
    });
    await store.noteSeen(tx, staffId, now);
    return secret;
  }

  /**
   * Who makes the request, with their role as it is now. undefined without a session, after twelve
   * hours or two without a request, and for somebody who was disabled meanwhile.
   */
  async getActor(
    secret: string | undefined,
    request: StaffRequest,
  ): Promise<StaffActor | undefined> {
    if (!isSessionSecret(secret)) return undefined;
    const { db, clock } = this.#deps;
    const now = clock();
    const tokenHash = hashSecret(secret);
    const idleSince = new Date(now.getTime() - idleHours * hourMs);
    const session = await store.findUsableSession(db, tokenHash, { now, idleSince });
    if (!session) return undefined;
    const { lastUsedAt, ...who } = session;
    if (now.getTime() - lastUsedAt.getTime() >= useNoteMs)
      await store.noteSessionUse(db, tokenHash, now);
    return { ...who, ...request };
  }

  /** Ends the session; an unknown secret changes nothing. */
  async signOut(secret: string | undefined): Promise<void> {
    if (isSessionSecret(secret)) await store.deleteSession(this.#deps.db, hashSecret(secret));
  }
}

const isSessionSecret = (secret: string | undefined): secret is string =>
  secret !== undefined && /^[0-9a-f]{64}$/.test(secret);
