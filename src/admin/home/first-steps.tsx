import { AdminSection } from '#admin/frame/admin-page.tsx';
import type { StaffVerb } from '#core/staff/verbs.model.ts';

type Step = { readonly verb: StaffVerb; readonly href: string; readonly text: string };

const steps: readonly Step[] = [
  { verb: 'industry.edit', href: '/admin/industries/new', text: 'Add your industries' },
  { verb: 'report.edit', href: '/admin/reports/new', text: 'Write the first report' },
  { verb: 'import.run', href: '/admin/imports', text: 'Or import reports from a sheet' },
  {
    verb: 'policy.publish',
    href: '/admin/content/policies',
    text: 'Complete and publish the legal texts',
  },
  { verb: 'site.edit', href: '/admin/content/site', text: 'Give the site its logo and texts' },
  { verb: 'settings.edit', href: '/admin/settings', text: 'Test payments, email and captcha' },
  { verb: 'staff.invite', href: '/admin/staff', text: 'Invite the people who work with you' },
];

/** The steps of a store without reports that somebody may take. */
export const listFirstSteps = (may: (verb: StaffVerb) => boolean): readonly Step[] =>
  steps.filter(({ verb }) => may(verb));

/** What leads from an empty store to one that sells. */
export const FirstSteps = (props: { readonly steps: readonly Step[] }) =>
  props.steps.length === 0 ? null : (
    <AdminSection title="First steps">
      <ul className="admin-found">
        {props.steps.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
