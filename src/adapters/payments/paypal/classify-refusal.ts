import { issueClasses, type ClassifiedOperation, type IssueMeaning } from './issue-classes.ts';
import { readErrorName, readIssues } from './response-schemas.ts';

/** A refusal of PayPal, with the issue that it names, or else the error's name. */
export type Refusal = IssueMeaning & {
  readonly issue: string;
  readonly isDocumented: boolean;
};

/**
 * Unknown issues with these statuses are taken for a judgement of the request: nothing happened.
 */
const finalStatuses: Readonly<Record<ClassifiedOperation, readonly number[]>> = {
  // No money can move by it, whatever the reason.
  create: [400, 401, 403, 404, 405, 409, 415, 422],
  capture: [422],
  get: [],
  refund: [400, 422],
};

/**
 * Says what an answer of PayPal with a status from 400 on means, by the table of documented issues,
 * and else by its status. Undefined if nothing is clear: an error that is not PayPal's, a status
 * that says nothing about the request (429, 5xx), or an unknown issue that may be about the money.
 */
export function classifyRefusal(
  operation: ClassifiedOperation,
  status: number,
  body: unknown,
): Refusal | undefined {
  if (status < 400 || status === 429 || status >= 500) return undefined;
  const issues = readIssues(body);
  const classes = issueClasses[operation];
  for (const issue of issues) {
    const known = Object.hasOwn(classes, issue) ? classes[issue] : undefined;
    if (known) return { ...known, issue, isDocumented: true };
  }
  const issue = issues[0] ?? readErrorName(body);
  return issue !== undefined && finalStatuses[operation].includes(status)
    ? // What nobody has classified yet is for staff to look at.
      { class: 'no', isOurFault: true, issue, isDocumented: false }
    : undefined;
}
