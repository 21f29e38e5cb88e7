import { data, redirect } from 'react-router';
import type { SignInVisit } from '#admin/context.ts';
import type { SignInStep } from '#core/staff/model.ts';
import { withNextPath } from './next-path.ts';

/** After a password or a passkey: into the back office, or to the factor that is still to come. */
export function goToStep(visit: SignInVisit, step: SignInStep, next: string): Response {
  if (step.kind === 'signed-in') {
    visit.setSession(step.session);
    visit.setTicket(undefined);
    return redirect(next, 303);
  }
  visit.setTicket(step.ticket);
  const page = step.kind === 'factor' ? '/admin/login/factor' : '/admin/login/set-up';
  return redirect(withNextPath(page, next), 303);
}

/**
 * The same with a form that waits (`unsent`, or ''): it goes along to the second step (307), and is
 * to be sent once they are signed in.
 */
export function goToStepWithForm(
  visit: SignInVisit,
  step: SignInStep,
  next: string,
  unsent: string,
) {
  const response = goToStep(visit, step, next);
  if (unsent === '' || step.kind === 'set-up') return response;
  if (step.kind === 'signed-in') return data({ send: unsent });
  return redirect(`/admin/login/factor?${new URLSearchParams({ next, unsent: '1' })}`, 307);
}

/** The ticket has expired: back to the password, with the form that waits (`unsent`, or ''). */
export const goBackToPassword = (next: string, unsent: string): Response =>
  unsent === ''
    ? redirect(`/admin/login?${new URLSearchParams({ next, late: '1' })}`, 303)
    : redirect(`/admin/login?${new URLSearchParams({ next, unsent: '1' })}`, 307);
