import { Outlet, useLocation } from 'react-router';
import type { Route } from './+types/admin-layout.ts';
import { appContext } from '#site/context.ts';
import { staffContext } from '#admin/context.ts';
import { Island } from '#admin/islands/runtime/island.tsx';
import SearchEverything from '#admin/islands/components/search-everything.tsx';
import { Icon } from '#ui/icon.tsx';
import { StoreZone } from '#ui/store-zone.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { listNavigation } from './navigation.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { listShortcuts } from './shortcut-list.ts';
import '../../styles/admin.css';
import type { ReactNode } from 'react';

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, takeFlash, hasPage } = context.get(staffContext);
  const { store, staff } = context.get(appContext);
  const [{ siteName, timeZone }, { hasLetterShortcuts }] = await Promise.all([
    store.getSiteInfo(),
    staff.preferences.get(actor),
  ]);
  const { name, role } = actor;
  const groups = listNavigation(role, hasPage);
  const hasAccount = hasPage('/admin/account');
  return {
    name,
    role,
    flash: takeFlash(),
    siteName,
    timeZone,
    groups,
    hasAccount,
    hasLetterShortcuts,
  };
}

/** Every address begins with it, and belongs to another entry or to none. */
const home = '/admin';
const searchProps = { id: 'admin-search' };

/** Menu, top bar and the message of the last action around every page of the back office. */
export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { flash, siteName, timeZone, role, groups, hasLetterShortcuts } = loaderData;
  return (
    <div
      className="admin"
      data-letter-shortcuts={hasLetterShortcuts ? '' : undefined}
      data-time-zone={timeZone}
    >
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
        <Island name="search" when="intent" props={searchProps} className="admin-search-place">
          <SearchEverything {...searchProps} />
        </Island>
        <Account {...loaderData} />
      </header>
      <Menu {...loaderData} />
      <main id="main" tabIndex={-1} className="admin-main">
        {flash && <Flash>{flash}</Flash>}
        <StoreZone value={timeZone}>
          <Outlet />
        </StoreZone>
      </main>
      <ShortcutHelp shortcuts={listShortcuts(role, groups)} />
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
      <form method="post" action="/admin/logout">
        <SubmitButton className="admin-sign-out" busyLabel="Signing out…">
          Sign out
        </SubmitButton>
      </form>
    </div>
  );
}

/** One menu: beside the page if there is room, a drawer behind the button on a phone. */
function Menu({ groups, name, role }: Route.ComponentProps['loaderData']) {
  const { pathname } = useLocation();
  const listPaths = groups.flatMap(({ entries }) => entries.map(({ path }) => path));
  const current = listPaths
    .filter((path) => pathname === path || (path !== home && pathname.startsWith(`${path}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
  return (
    <nav id="admin-menu" popover="auto" className="admin-menu" aria-label="Back office">
      {groups.map(({ title, entries }) => (
        <div key={title ?? ''}>
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
        </div>
      ))}
      <p className="admin-menu-foot">
        {name}, {role} <a href="/">View site</a>
      </p>
    </nav>
  );
}

/** The sentence of the last action, announced to screen readers. The keyboard goes on from here. */
const Flash = ({ children }: { readonly children: ReactNode }) => (
  <p role="status" tabIndex={-1} autoFocus className="admin-flash">
    <Icon name="check" />
    <span>{children}</span>
  </p>
);
