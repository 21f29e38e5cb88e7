import type { Route } from './+types/thank-you.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { pageConstants } from '#site/page-constants.ts';
import { safeRedirectPath } from '#site/safe-redirect-path.ts';
import { readSubmission } from './thank-you-path.ts';

export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return { from: safeRedirectPath(query.get('from')), submission: readSubmission(query) };
}

/** Thanks the visitor, and leads back to where they came from after five seconds. */
export default function ThankYou({ loaderData: { from, submission } }: Route.ComponentProps) {
  const sentence = submission?.note;
  // An address that names no outcome promises none.
  const said = submission?.message ?? 'Thank you for your visit.';
  return (
    <div className="wrap text-page state-page">
      <PageHead
        title="Thank you"
        siteName={useSite().siteName}
        description="What became of your message."
        noIndex
      />
      <PageOpening title="Thank you">
        {said}
        <span className="with-script"> You will be taken back in five seconds.</span>
      </PageOpening>
      {sentence && <p>{sentence}</p>}
      <p>
        <a className="button" href={from} data-leave={pageConstants.thankYouRedirectMs}>
          Go back now
        </a>
      </p>
    </div>
  );
}
