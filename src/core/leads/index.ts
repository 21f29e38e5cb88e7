import { AbuseCheck } from './abuse-check.ts';
import { LeadCreation } from './create-lead.ts';
import { Inbox } from './inbox/index.ts';
import type { InboxDeps } from './inbox/deps.ts';
import type { IssueDeps } from './issues/deps.ts';
import { Issues } from './issues/index.ts';
import { JobApplications } from './job-application.ts';
import { LeadForms } from './lead-forms.ts';
import { Newsletter } from './newsletter.ts';
import { LeadPersonalData } from './personal-data.ts';
import { SampleLinks } from './sample-link.ts';
import { Subscribers } from './subscribers/subscribers.ts';

/** Visitors' messages: enquiries, requests, applications, and newsletter subscriptions. */
export class Leads {
  readonly forms: LeadForms;
  readonly jobApplications: JobApplications;
  readonly newsletter: Newsletter;
  readonly sampleLinks: SampleLinks;
  readonly personalData: LeadPersonalData;
  /** For staff. */
  readonly inbox: Inbox;
  readonly issues: Issues;
  readonly subscribers: Subscribers;

  constructor(deps: InboxDeps & IssueDeps) {
    const abuseCheck = new AbuseCheck(deps);
    this.sampleLinks = new SampleLinks(deps);
    const creation = new LeadCreation(deps, this.sampleLinks);
    this.forms = new LeadForms(deps, abuseCheck, creation);
    this.jobApplications = new JobApplications(deps, abuseCheck, creation);
    this.newsletter = new Newsletter(deps, abuseCheck);
    this.personalData = new LeadPersonalData(deps);
    this.inbox = new Inbox(deps);
    this.issues = new Issues(deps);
    this.subscribers = new Subscribers(deps);
  }
}
