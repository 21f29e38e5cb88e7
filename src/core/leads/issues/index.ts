import { IssueDelivery } from './deliver-issue.ts';
import type { IssueDeps } from './deps.ts';
import { NewsletterIssues } from './issues.ts';
import { listIssues, listStopped } from './list-issues.ts';
import { IssueSending } from './send-issue.ts';
import { createIssueUndo } from './undo-issue.ts';

/** The newsletter's issues: written, previewed and sent. */
export function createIssues(deps: IssueDeps) {
  const issues = new NewsletterIssues(deps);
  const sending = new IssueSending(deps);
  const delivery = new IssueDelivery(deps);
  return {
    list: listIssues.bind(undefined, deps),
    listStopped: listStopped.bind(undefined, deps),
    get: issues.get.bind(issues),
    listIndustries: issues.listIndustries.bind(issues),
    create: issues.create.bind(issues),
    change: issues.change.bind(issues),
    remove: issues.remove.bind(issues),
    preview: issues.preview.bind(issues),
    sendTest: issues.sendTest.bind(issues),
    send: sending.send.bind(sending),
    schedule: sending.schedule.bind(sending),
    unschedule: sending.unschedule.bind(sending),
    stop: sending.stop.bind(sending),
    resume: sending.resume.bind(sending),
    sendAgain: sending.sendAgain.bind(sending),
    undoHandlers: createIssueUndo(deps),
    jobs: {
      'newsletter.sendDue': () => sending.sendDue(),
      'newsletter.send': ({ id }: { readonly id: number }) => delivery.sendSome(id),
    },
  };
}
