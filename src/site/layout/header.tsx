import type { SiteInfo } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import { SearchBox } from '#site/islands/components/search-box.tsx';
import { Icon } from '#ui/icon.tsx';
import { Logo } from './logo.tsx';
import { SocialLinks } from './social-links.tsx';

type Props = {
  readonly site: SiteInfo;
  readonly industries: readonly { slug: string; name: string }[];
};

const navLinks = [
  ['Services', paths.services()],
  ['Press Release', paths.pressReleases()],
  ['Blog', paths.blog()],
  ['About Us', paths.about()],
  ['Contact Us', paths.contact()],
] as const;

export function Header({ site, industries }: Props) {
  return (
    <>
      <section
        aria-label="Contact and social links"
        className="no-print bg-ink text-paper text-[13px]"
      >
        <div className="wrap flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1">
          <p className="flex flex-wrap gap-x-5">
            <a
              className="py-1 hover:underline"
              href={`tel:${site.office1MobileNo.replaceAll(/[^+\d]/g, '')}`}
            >
              {site.office1MobileNo}
            </a>
            <a
              className="py-1 hover:underline max-sm:hidden"
              href={`tel:${site.mobileNo1.replaceAll(/[^+\d]/g, '')}`}
            >
              {site.mobileNo1}
            </a>
            <a className="py-1 hover:underline max-sm:hidden" href={`mailto:${site.email}`}>
              {site.email}
            </a>
          </p>
          <SocialLinks site={site} />
        </div>
      </section>
      <header className="site-header sticky top-0 z-30 border-b border-rule bg-paper">
        <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-3 lg:flex-nowrap">
          <a href={paths.home()} className="shrink-0">
            <Logo name={site.siteName} />
          </a>
          <nav
            aria-label="Main"
            className="hidden grow items-center justify-center text-[15px] lg:flex"
          >
            <a className="px-2 py-2 hover:underline" href={paths.home()}>
              Home
            </a>
            <div className="relative">
              <button
                type="button"
                popoverTarget="industries-menu"
                className="flex items-center gap-1 px-2 py-2 hover:underline"
              >
                Industries <Icon name="down" />
              </button>
              <div
                id="industries-menu"
                popover="auto"
                className="sheet fixed inset-x-0 top-28 mx-auto max-h-[75vh] w-[min(960px,94vw)] overflow-y-auto p-6 shadow-lg"
              >
                <IndustryLinks industries={industries} />
              </div>
            </div>
            {navLinks.map(([label, href]) => (
              <a key={href} className="whitespace-nowrap px-2 py-2 hover:underline" href={href}>
                {label}
              </a>
            ))}
          </nav>
          <Island
            name="search"
            when="intent"
            className="sm:ml-auto max-sm:order-last max-sm:basis-full"
            props={{ id: 'header-search' }}
          >
            <SearchBox id="header-search" />
          </Island>
          <div className="flex items-center gap-2 max-sm:ml-auto">
            <a
              className="when-out px-2 py-2 text-[15px] hover:underline max-lg:hidden"
              href={paths.login()}
            >
              Login
            </a>
            <div className="when-in relative max-lg:hidden">
              <button
                type="button"
                popoverTarget="profile-menu"
                className="flex items-center gap-1 px-2 py-2 text-[15px] hover:underline"
              >
                Profile <Icon name="down" />
              </button>
              <div
                id="profile-menu"
                popover="auto"
                className="sheet fixed right-[max(20px,calc(50vw-var(--container-page)/2+20px))] left-auto top-28 m-0 w-44 p-2 shadow-lg"
              >
                <ProfileLinks />
              </div>
            </div>
            <button
              type="button"
              popoverTarget="menu"
              className="grid size-11 place-items-center lg:hidden"
              aria-label="Menu"
            >
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </header>
      <div id="menu" popover="auto" className="panel-slide" role="dialog" aria-label="Menu">
        <div className="mb-4 flex items-center justify-between">
          <Logo name={site.siteName} />
          <button
            type="button"
            popoverTarget="menu"
            popoverTargetAction="hide"
            className="grid size-11 place-items-center"
            aria-label="Close menu"
          >
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="Menu" className="grid text-[17px]">
          <a className="border-b border-rule py-3" href={paths.home()}>
            Home
          </a>
          <details className="border-b border-rule">
            <summary className="py-3">Industries</summary>
            <div className="pb-3">
              <IndustryLinks industries={industries} />
            </div>
          </details>
          {navLinks.map(([label, href]) => (
            <a key={href} className="border-b border-rule py-3" href={href}>
              {label}
            </a>
          ))}
          <a className="when-out border-b border-rule py-3" href={paths.login()}>
            Login
          </a>
          <div className="when-in -mx-3 py-2">
            <ProfileLinks />
          </div>
        </nav>
      </div>
    </>
  );
}

function ProfileLinks() {
  return (
    <>
      <a className="block w-full rounded px-3 py-2 text-left hover:bg-wash" href={paths.profile()}>
        My profile
      </a>
      <form method="post" action={paths.logout()}>
        <button className="block w-full rounded px-3 py-2 text-left hover:bg-wash">Logout</button>
      </form>
    </>
  );
}

function IndustryLinks({ industries }: Pick<Props, 'industries'>) {
  if (industries.length === 0) return <p>Loading industries...</p>;
  return (
    <ul className="grid gap-x-6 text-[15px] sm:grid-cols-2 lg:grid-cols-3">
      {industries.map(({ slug, name }) => (
        <li key={slug}>
          <a className="block py-1.5 hover:underline" href={paths.industry(slug)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
