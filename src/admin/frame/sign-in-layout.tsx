import { Outlet } from 'react-router';
import type { Route } from './+types/sign-in-layout.ts';
import { appContext } from '#site/context.ts';
import { StoreZone } from '#ui/store-zone.tsx';
import '../../styles/admin.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { siteName, timeZone } = await context.get(appContext).store.getSiteInfo();
  return { siteName, timeZone };
}

/** Around the pages that need no session: the login, a second factor, an invitation. */
export default function SignInLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="admin admin-sign-in">
      <header className="admin-brand">{loaderData.siteName}</header>
      <main id="main" tabIndex={-1}>
        <StoreZone value={loaderData.timeZone}>
          <Outlet />
        </StoreZone>
      </main>
    </div>
  );
}
