import type { Route } from './+types/thank-you.ts';
import { paths } from '#src/paths.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { pageConstants } from '#site/page-constants.ts';

/** A path of ours and nothing else: one slash at its start, printable, without tricks; else the home page. */
export function safeRedirectPath(from: string | null): string {
  if (from === null || from.length > 300 || !/^\/(?![/\\])[\w\-./~%?=&+#]*$/.test(from))
    return paths.home();
  return new URL(from, 'http://own.invalid').host === 'own.invalid' ? from : paths.home();
}

export const loader = ({ request }: Route.LoaderArgs) => ({
  from: safeRedirectPath(new URL(request.url).searchParams.get('from')),
});

/** Says thanks, and after five seconds leads back to where the visitor came from. */
export default function ThankYou({ loaderData: { from } }: Route.ComponentProps) {
  return (
    <div className="wrap grid min-h-[60vh] content-center justify-items-start gap-5 py-20">
      <PageHead
        title="Thank you"
        siteName={useSite().siteName}
        description="We have your message."
        noIndex
      />
      <h1 className="text-[40px]">Thank you</h1>
      <p className="text-[18px]">
        We have your message, and a letter to you is on its way. This page leads you back in five
        seconds.
      </p>
      <p>
        <a className="button" href={from} data-leave={pageConstants.thankYouRedirectMs}>
          Go back now
        </a>
      </p>
    </div>
  );
}
