import type { Deps } from '../deps.ts';
import { AuditLog } from './audit-log.ts';
import type { StaffDeps } from './deps.ts';
import { FactorCheck } from './factor-check.ts';
import { Factors } from './factors.ts';
import { FirstFactor } from './first-factor.ts';
import { FirstOwner } from './first-owner.ts';
import { Invitations } from './invitations.ts';
import { Members } from './members.ts';
import { isDemoEmail, type StaffActor } from './model.ts';
import { OwnAccount } from './own-account.ts';
import { OwnFactors } from './own-factors.ts';
import { Proof } from './proof.ts';
import { StaffPreferenceStore } from './preferences.ts';
import { StaffSessions, type StaffRequest } from './sessions.ts';
import { SignIn } from './sign-in.ts';
import { WrongTries } from './wrong-tries.ts';
import { staffUndoHandlers } from './undo-staff.ts';
import type { StaffVerb } from './verbs.model.ts';

/** Who works in the back office, how they prove it, and what they did there. */
export class Staff {
  readonly sessions: StaffSessions;
  readonly signIn: SignIn;
  readonly firstFactor: FirstFactor;
  readonly proof: Proof;
  readonly ownAccount: OwnAccount;
  readonly ownFactors: OwnFactors;
  /** How they like the back office to be. */
  readonly preferences: StaffPreferenceStore;
  readonly members: Members;
  readonly invitations: Invitations;
  readonly auditLog: AuditLog;
  readonly firstOwner: FirstOwner;
  /** False in the demo: its logins have a password that everybody knows. */
  readonly isFactorRequired: boolean;
  readonly #deps: Deps;

  constructor(given: StaffDeps) {
    const undoHandlers = { ...staffUndoHandlers, ...given.undoHandlers };
    const deps = { ...given, undoHandlers };
    this.#deps = deps;
    this.isFactorRequired = deps.staffFactors.isRequired;
    const wrongTries = new WrongTries(deps);
    const factors = new Factors(deps);
    const factorCheck = new FactorCheck(deps);
    this.sessions = new StaffSessions(deps);
    this.signIn = new SignIn(deps, {
      wrongTries,
      staffSessions: this.sessions,
      factors,
      factorCheck,
    });
    this.firstFactor = new FirstFactor(deps, { signIn: this.signIn, factors });
    this.proof = new Proof(deps, { wrongTries, factorCheck });
    this.ownAccount = new OwnAccount(deps, { wrongTries });
    this.ownFactors = new OwnFactors(deps, { factors });
    this.preferences = new StaffPreferenceStore(deps);
    this.members = new Members(deps, { factors });
    this.invitations = new Invitations(deps, this.signIn);
    this.auditLog = new AuditLog(deps);
    this.firstOwner = new FirstOwner(deps);
  }

  /** Who makes a request, by the secret in its cookie; undefined if they must sign in first. */
  async getActor(
    sessionSecret: string | undefined,
    request: StaffRequest,
  ): Promise<StaffActor | undefined> {
    const actor = await this.sessions.getActor(sessionSecret, request);
    // A database of the demo may have sessions of logins that everybody knows.
    return actor && this.isFactorRequired && isDemoEmail(actor.email) ? undefined : actor;
  }

  /** A session of somebody who has just proved their identity; the secret for their cookie. */
  startSession(staffId: number, request: StaffRequest): Promise<string> {
    return this.#deps.db.transaction().execute((tx) => this.sessions.start(tx, staffId, request));
  }

  /** Somebody posted to a page that their role may not use: the audit log has it afterwards. */
  async noteRefusedPost(actor: StaffActor, verb: StaffVerb, path: string): Promise<void> {
    await this.#deps.staffActs.refuse(actor, { verb, thing: { kind: 'page', id: path } });
  }
}
