import { Outlet } from 'react-router';
import type { Route } from './+types/sign-in-layout.ts';
import { appContext } from '#site/context.ts';
import '../../styles/admin.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { siteName } = await context.get(appContext).store.getSiteInfo();
  return { siteName };
}

/** Around the pages that need no session: the login, a second factor, an invitation. */
export default function SignInLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="admin admin-sign-in">
      <header className="admin-brand">{loaderData.siteName}</header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
