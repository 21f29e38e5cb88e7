import { exportLeadData } from './data-export.ts';
import { createInbox } from './inbox/index.ts';
import type { InboxDeps } from './inbox/deps.ts';
import type { IssueDeps } from './issues/deps.ts';
import { createIssues } from './issues/index.ts';
import { JobApplications } from './job-application.ts';
import { LeadForms } from './lead-forms.ts';
import { Newsletter } from './newsletter.ts';
import { createLeadPersonalData } from './personal-data.ts';
import { SampleLinks } from './sample-link.ts';
import { Subscribers } from './subscribers/subscribers.ts';

export type Leads = ReturnType<typeof createLeads>;

/** What visitors send: enquiries, requests, applications, and newsletter subscriptions. */
export function createLeads(deps: InboxDeps & IssueDeps) {
  const forms = new LeadForms(deps);
  const jobApplications = new JobApplications(deps);
  const newsletter = new Newsletter(deps);
  const sampleLinks = new SampleLinks(deps);
  const { jobs, ...issues } = createIssues(deps);
  return {
    submitContact: forms.submitContact.bind(forms),
    submitReportRequest: forms.submitReportRequest.bind(forms),
    submitResellerApplication: forms.submitResellerApplication.bind(forms),
    submitJobApplication: jobApplications.submit.bind(jobApplications),
    subscribe: newsletter.subscribe.bind(newsletter),
    getSubscription: newsletter.getSubscription.bind(newsletter),
    confirmSubscription: newsletter.confirmSubscription.bind(newsletter),
    chooseIndustries: newsletter.chooseIndustries.bind(newsletter),
    unsubscribe: newsletter.unsubscribe.bind(newsletter),
    getSampleFile: sampleLinks.getFile.bind(sampleLinks),
    /** For staff. */
    inbox: createInbox(deps),
    issues,
    subscribers: new Subscribers(deps),
    jobs,
    exportData: (email: string) => exportLeadData(deps.db, [email]),
    personalData: createLeadPersonalData(deps),
  };
}
