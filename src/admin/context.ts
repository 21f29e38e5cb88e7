import { createContext } from 'react-router';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import type { StaffRequest } from '#core/staff/sessions.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';

/** Who is signed in to the back office, and what the page may do to its answer. */
export type StaffVisit = {
  readonly actor: StaffActor;
  /** True if the actor's role allows the verb; the verb itself checks again. */
  readonly may: (verb: StaffVerb) => boolean;
  /** The form that was posted; no fields for a request without one. */
  readonly form: SubmittedForm;
  /** Returns the sentence of the action before the redirect to this page; it is there once. */
  readonly takeFlash: () => string | undefined;
  /** The next page shows this message; it is for redirects after a success. */
  readonly setFlash: (message: string) => void;
  /** True if the back office has a page at this path. */
  readonly hasPage: (path: string) => boolean;
  /** Returns the status of a path of the public site: 200, or 404 if it has no page. */
  readonly findStatus: (path: string) => Promise<number>;
  /** Returns the answer of /readyz. */
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

/** The data of pages on which people prove who they are. */
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
  /** The fields of a proof of identity; other pages never see them. */
  readonly proofFields: Readonly<Record<string, string>>;
};

/** Set for every address under /admin, also for the pages that need no session. */
export const signInContext = createContext<SignInVisit>();
