import { Outlet, useLocation } from 'react-router';
import type { Route } from './+types/admin-layout.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import { Icon } from '#ui/icon.tsx';
import { Flash } from './flash.tsx';
import { listNavigation, type NavigationGroup } from './navigation.ts';
import '../../styles/admin.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, flash, hasPage } = context.get(staffContext);
  const { siteName } = await context.get(appContext).store.getSiteInfo();
  const { name, role } = actor;
  return {
    name,
    role,
    flash,
    siteName,
    groups: listNavigation(role, hasPage),
    hasAccount: hasPage('/admin/account'),
  };
}

/** Menu, top bar and the message of the last action around every page of the back office. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { flash, siteName, groups } = loaderData;
  return (
    <div className="admin">
      <a href="#main" className="admin-skip">
        Skip to content
      </a>
      <header className="admin-top">
        <button type="button" className="admin-menu-button" popoverTarget="admin-menu">
          <Icon name="menu" />
          <span>Menu</span>
        </button>
        <a href="/admin" className="admin-brand">
          {siteName}
        </a>
        <Account {...loaderData} />
      </header>
      <Menu groups={groups} />
      <main id="main" tabIndex={-1} className="admin-main">
        {flash && <Flash>{flash}</Flash>}
        <Outlet />
      </main>
    </div>
  );
}

function Account({ name, role, hasAccount }: Route.ComponentProps['loaderData']) {
  return (
    <div className="admin-account">
      <a href="/" className="admin-site-link">
        View site
      </a>
      <span className="admin-who">
        {hasAccount ? <a href="/admin/account">{name}</a> : name} <span>{role}</span>
      </span>
      <a href="/admin/logout">Sign out</a>
    </div>
  );
}

/** One menu: beside the page where there is room, a drawer behind the button on a phone. */
function Menu({ groups }: { readonly groups: readonly NavigationGroup[] }) {
  const { pathname } = useLocation();
  const listPaths = groups.flatMap(({ entries }) => entries.map(({ path }) => path));
  const current = listPaths
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return (
    <nav id="admin-menu" popover="auto" className="admin-menu" aria-label="Back office">
      {groups.map(({ title, entries }) => (
        <section key={title ?? ''}>
          {title && <h2>{title}</h2>}
          <ul>
            {entries.map(({ label, path, key }) => (
              <li key={path}>
                <a href={path} data-go={key} aria-current={path === current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
