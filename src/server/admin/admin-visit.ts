import type { RouterContextProvider } from 'react-router';
import { signInContext, staffContext, type SignInVisit, type StaffVisit } from '#admin/context.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { mayDo } from '#core/staff/verbs.model.ts';
import { getRequestContext } from '#src/request-context.ts';
import type { ServerOptions } from '../options.ts';
import type { PageCookies } from '../page-cookies.ts';
import type { Flash } from '../flash-cookie.ts';

type AdminVisitor = Pick<SignInVisit, 'proofFields'> & {
  readonly clientIp: string;
  readonly form: SubmittedForm | undefined;
  /** Whom the guard has let in. */
  readonly staff?: StaffVisit['actor'] | undefined;
  readonly hasAdminPage?: StaffVisit['hasPage'] | undefined;
  readonly findStatus: StaffVisit['findStatus'];
  readonly cookies: PageCookies;
  readonly flash: Flash;
};

/**
 * Sets the contexts of pages under /admin: how people sign in and, if the guard let somebody in,
 * who it is.
 */
export function setAdminContexts(
  context: RouterContextProvider,
  options: ServerOptions,
  request: Request,
  visitor: AdminVisitor,
): void {
  context.set(signInContext, createSignInVisit(request, visitor));
  const { staff } = visitor;
  if (staff) context.set(staffContext, createStaffVisit(options, visitor, staff));
}

function createStaffVisit(
  { checkReadiness }: ServerOptions,
  { form, hasAdminPage, findStatus, flash }: AdminVisitor,
  actor: StaffVisit['actor'],
): StaffVisit {
  const { key: formKey } = form ?? {};
  return {
    actor: formKey === undefined ? actor : { ...actor, formKey },
    may: (verb) => mayDo(actor.role, verb),
    form: form ?? { fields: {} },
    takeFlash: () => flash.take(),
    setFlash: (message) => flash.leave(message),
    hasPage: hasAdminPage ?? (() => false),
    findStatus,
    checkReadiness,
  };
}

function createSignInVisit(
  request: Request,
  { staff, clientIp, cookies, proofFields }: AdminVisitor,
): SignInVisit {
  return {
    actor: staff,
    request: {
      ip: clientIp,
      userAgent: request.headers.get('user-agent') ?? '',
      requestId: getRequestContext().requestId ?? '',
    },
    session: cookies.read('staff'),
    ticket: cookies.read('staff-ticket'),
    setSession: (secret) => cookies.setStaffSecret('staff', secret),
    setTicket: (ticket) => cookies.setStaffSecret('staff-ticket', ticket),
    proofFields,
  };
}
