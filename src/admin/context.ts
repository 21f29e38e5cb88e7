import { createContext } from 'react-router';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import type { StaffRequest } from '#core/staff/sessions.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';

/** Who is signed in to the back office, and what the page may do to its answer. */
export type StaffVisit = {
  readonly actor: StaffActor;
  /** True where the actor's role allows the verb; the verb itself checks again. */
  readonly may: (verb: StaffVerb) => boolean;
  /** The form that was posted; no fields for a request without one. */
  readonly form: SubmittedForm;
  /** What the action before the redirect to this page said; it is there once. */
  readonly takeFlash: () => string | undefined;
  /** The next page shows this message; it is for redirects after a success. */
  readonly setFlash: (message: string) => void;
  /** True where the back office has a page at this path. */
  readonly hasPage: (path: string) => boolean;
  /** What a path of the public site answers: 200, or 404 where it has no page. */
  readonly findStatus: (path: string) => Promise<number>;
  /** What /readyz answers. */
  readonly checkReadiness: () => Promise<SystemReadiness>;
};

/** Whether this process can do all of its work; each part is "ok" or what is wrong. */
export type SystemReadiness = {
  readonly isReady: boolean;
  readonly database: string;
  readonly migrations: string;
  readonly worker: string;
  readonly store: string;
  readonly oldestOverdueJobSeconds: number | undefined;
};

/** Set by the server for every page but the open ones; a page without it fails. */
export const staffContext = createContext<StaffVisit>();

/** What the pages know and set with which people prove who they are. */
export type SignInVisit = {
  /** Who is signed in already; undefined for nobody. */
  readonly actor: StaffActor | undefined;
  readonly request: StaffRequest;
  /** The secret of the session; undefined without one. */
  readonly session: string | undefined;
  /** The secret of a sign-in that waits for its factor. */
  readonly ticket: string | undefined;
  /** The answer starts a session, or without a secret ends it. */
  readonly setSession: (secret: string | undefined) => void;
  /** The answer keeps the ticket, or without one takes it away. */
  readonly setTicket: (ticket: string | undefined) => void;
  /** What a proof of identity was posted with; other pages never see these fields. */
  readonly proofFields: Readonly<Record<string, string>>;
};

/** Set for every address under /admin, also for the pages that need no session. */
export const signInContext = createContext<SignInVisit>();
