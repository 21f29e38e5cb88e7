import { createContext } from 'react-router';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import type { StaffVerb } from '#core/staff/verbs.model.ts';

/** Who is signed in to the back office, and what the page may do to its answer. */
export type StaffVisit = {
  readonly actor: StaffActor;
  /** True where the actor's role allows the verb; the verb itself checks again. */
  readonly may: (verb: StaffVerb) => boolean;
  /** The form that was posted; no fields for a request without one. */
  readonly form: SubmittedForm;
  /** What the action before the redirect to this page said, shown once. */
  readonly flash: string | undefined;
  /** The next page shows this message; it is for redirects after a success. */
  readonly setFlash: (message: string) => void;
  /** True where the back office has a page at this path. */
  readonly hasPage: (path: string) => boolean;
};

/** Set by the server for every page but the open ones; a page without it fails. */
export const staffContext = createContext<StaffVisit>();
