import type { Route } from './+types/career.ts';
import { paths } from '#src/paths.ts';
import { visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { LeadFormIsland } from './lead-form-island.tsx';
import { handleLeadFormPost } from './lead-form-action.ts';

export function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  return { origin: visit.origin };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  handleLeadFormPost('career', request, context);

const principles = [
  ['Numbers before opinions', 'A sentence that no figure supports is removed, whoever wrote it.'],
  [
    'Sources are named',
    'Each of us can say where a number comes from, which year it is for and what it leaves out.',
  ],
  [
    'Corrections are public',
    'A mistake becomes a new edition with its reason, and we tell everybody who has the old one.',
  ],
  [
    'Quiet work',
    'Few meetings, written decisions, and time to read a statistical yearbook to its end.',
  ],
] as const;

const hiringSteps = [
  'You send a CV and say which team you would like to join.',
  'A person answers you, with their name, whatever the answer is.',
  'You read a public statistical table with us and tell us what it does not say.',
  'We decide together and put the terms in writing.',
];

/** How the publisher works and hires, and an application form. */
export default function Career({ loaderData: { origin }, actionData }: Route.ComponentProps) {
  const site = useSite();
  return (
    <div className="wrap py-12">
      <PageHead
        title="Career"
        siteName={site.siteName}
        description={`Work at ${site.siteName}: how we work, how we hire, and the form to apply.`}
        canonical={origin + paths.career()}
      />
      <h1 className="text-[40px]">Career</h1>
      <p className="mt-3 max-w-[65ch] text-[18px]">
        We read public statistics for a living and write down what they say. If you like finding out
        what a number means before using it, you will like it here.
      </p>
      <h2 className="mt-10 text-[26px]">How we work</h2>
      <ul className="mt-4 grid gap-5 sm:grid-cols-2">
        {principles.map(([title, sentence]) => (
          <li key={title} className="sheet p-5">
            <h3 className="text-[19px]">{title}</h3>
            <p className="mt-1 text-muted">{sentence}</p>
          </li>
        ))}
      </ul>
      <h2 className="mt-10 text-[26px]">How we hire</h2>
      <ol className="prose-text mt-4 list-decimal pl-6">
        {hiringSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <section className="mt-12 max-w-[800px]" aria-labelledby="apply">
        <h2 id="apply" className="mb-5 text-[26px]">
          Apply
        </h2>
        <LeadFormIsland kind="career" countries={[]} rejected={actionData} />
        <p className="mt-4 text-[14px] text-muted">
          Only the people who hire read your application, and we keep it for up to six months.{' '}
          <a className="link" href={paths.privacyPolicy()}>
            Privacy Policy
          </a>
        </p>
      </section>
    </div>
  );
}
