import type { Route } from './+types/career.ts';
import { paths } from '#src/paths.ts';
import { visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
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
  [
    'Numbers before opinions',
    'A sentence that no figure supports is removed, no matter who wrote it.',
  ],
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
    <div className="wrap text-page">
      <PageHead
        title="Career"
        siteName={site.siteName}
        description={`Work at ${site.siteName}: how we work, how we hire, and the form to apply.`}
        canonical={origin + paths.career()}
        way={[['Career', paths.career()]]}
      />
      <PageOpening title="Career">
        We read public statistics for a living and write down what they say. If you like finding out
        what a number means before using it, you will like it here.
      </PageOpening>
      <section className="page-part">
        <h2>How we work</h2>
        <ul className="statements">
          {principles.map(([title, sentence]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{sentence}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className="page-part">
        <h2>How we hire</h2>
        <ol className="page-steps">
          {hiringSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="page-part" aria-labelledby="apply">
        <h2 id="apply">Apply</h2>
        <div>
          <LeadFormIsland kind="career" countries={[]} rejected={actionData} />
          <p className="mt-4 text-[14px] text-muted">
            Only the people who hire read your application, and we keep it for up to six months.{' '}
            <a className="link" href={paths.privacyPolicy()}>
              Privacy Policy
            </a>
          </p>
        </div>
      </section>
    </div>
  );
}
