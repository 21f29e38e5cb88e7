import type { Route } from './+types/confirm-email.ts';
import { paths } from '#src/paths.ts';
import { shopContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Alert } from '#ui/alert.tsx';

const tokenOf = (request: Request): string => (new URL(request.url).searchParams.get('token') ?? '').slice(0, 100);

export const action = async ({ context, request }: Route.ActionArgs) => ({ confirmed: await context.get(shopContext).accounts.confirmEmail(tokenOf(request)) });

/** The button behind the link of a letter: a scanner that only opens links confirms nothing. */
export default function ConfirmEmail({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap grid max-w-[560px]! content-start justify-items-start gap-5 py-14">
      <Head title="Confirm your address" siteName={useSite().siteName} description="Confirm your e-mail address." hidden />
      <h1 className="text-[36px]">Confirm your address</h1>
      {actionData === undefined && <form method="post"><button className="button">This address is mine</button></form>}
      {actionData?.confirmed === true && <><Alert kind="note">Thank you. Your address is confirmed, and your orders with it stand in your library.</Alert><p><a className="button" href={paths.profile()}>My profile</a></p></>}
      {actionData?.confirmed === false && <><Alert>This link was used already, or has ended.</Alert><p>Log in and ask for another letter on your profile. <a className="link" href={paths.login()}>Login</a></p></>}
    </div>
  );
}
