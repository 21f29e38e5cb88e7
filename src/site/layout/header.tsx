import type { SiteInfo } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import { SearchBox } from '#site/islands/components/search-box.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { IndustryLinks, mainLinks, ProfileLinks, type HeaderIndustry } from './header-links.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SocialLinks } from './social-links.tsx';

type Props = { readonly site: SiteInfo; readonly industries: readonly HeaderIndustry[] };

/** The top bar, the header with navigation, search and account, and the menu of small screens. */
export function Header({ site, industries }: Props) {
  return (
    <>
      <TopBar site={site} />
      <header className="site-header sticky top-0 z-30 border-b border-rule bg-paper">
        <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-3 lg:flex-nowrap">
          <a href={paths.home()} className="shrink-0">
            <Logo name={site.siteName} />
          </a>
          <MainNavigation industries={industries} />
          <Island
            name="search"
            when="intent"
            className="sm:ml-auto max-sm:order-last max-sm:basis-full"
            props={{ id: 'header-search' }}
          >
            <SearchBox id="header-search" />
          </Island>
          <div className="flex items-center gap-2 max-sm:ml-auto">
            <AccountLinks />
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
      <MobileMenu siteName={site.siteName} industries={industries} />
    </>
  );
}

function TopBar({ site }: { site: SiteInfo }) {
  return (
    <section
      aria-label="Contact and social links"
      className="no-print bg-ink text-paper text-[13px]"
    >
      <div
        className={'wrap flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1'}
      >
        <p className="flex flex-wrap gap-x-5">
          <PhoneLink className="py-1 hover:underline" phone={site.office1MobileNo} />
          <PhoneLink className="py-1 hover:underline max-sm:hidden" phone={site.mobileNo1} />
          <a className="py-1 hover:underline max-sm:hidden" href={`mailto:${site.email}`}>
            {site.email}
          </a>
        </p>
        <SocialLinks site={site} />
      </div>
    </section>
  );
}

const industriesMenuClassName =
  'sheet fixed inset-x-0 top-28 mx-auto max-h-[75vh] w-[min(960px,94vw)] ' +
  'overflow-y-auto p-6 shadow-lg';

function MainNavigation({ industries }: Pick<Props, 'industries'>) {
  return (
    <nav aria-label="Main" className="hidden grow items-center justify-center text-[15px] lg:flex">
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
        <div id="industries-menu" popover="auto" className={industriesMenuClassName}>
          <IndustryLinks industries={industries} />
        </div>
      </div>
      {mainLinks.map(([label, href]) => (
        <a key={href} className="whitespace-nowrap px-2 py-2 hover:underline" href={href}>
          {label}
        </a>
      ))}
    </nav>
  );
}

const profileMenuClassName =
  'sheet fixed right-[max(20px,calc(50vw-var(--container-page)/2+20px))] ' +
  'left-auto top-28 m-0 w-44 p-2 shadow-lg';

/** Login or Profile: the page has both, and the flag of syncLoginFlag chooses. */
function AccountLinks() {
  return (
    <>
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
        <div id="profile-menu" popover="auto" className={profileMenuClassName}>
          <ProfileLinks />
        </div>
      </div>
    </>
  );
}
