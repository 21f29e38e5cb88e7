import { useLocation } from 'react-router';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { Island } from '#site/islands/runtime/island.tsx';
import { SearchBox } from '#site/islands/components/search-box.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { describeAll, ProfileLinks, type HeaderIndustries } from './header-links.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SocialLinks } from './social-links.tsx';
import { texts } from '#site/texts.ts';
import { ActionLink } from '#ui/action-link.tsx';
import { formatCount, formatNumber } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';

type Props = { readonly site: SiteInfo; readonly industries: HeaderIndustries };

/** The top bar, the header with navigation, search and account, and the menu of small screens. */
export function Header({ site, industries }: Props) {
  return (
    <>
      <TopBar site={site} />
      <header className="site-header">
        <div className="wrap site-header-bar">
          <a href={paths.home()} className="shrink-0">
            <Logo name={site.siteName} />
          </a>
          <MainNavigation site={site} industries={industries} />
          <label htmlFor="header-search" className="site-search-opener">
            <Icon name="search" size={20} />
            <span className="sr-only">Open the search</span>
          </label>
          <Island
            name="search-box"
            when="intent"
            className="site-search"
            props={{ id: 'header-search' }}
          >
            <SearchBox id="header-search" />
          </Island>
          <AccountLinks />
          <button
            type="button"
            popoverTarget="menu"
            className="grid size-11 place-items-center xl:hidden"
            aria-label="Menu"
          >
            <Icon name="menu" size={20} />
          </button>
        </div>
      </header>
      <MobileMenu site={site} industries={industries} />
    </>
  );
}

/** The phones of the first two offices; the specification has that of the second office first. */
const listPhones = ({ offices }: SiteInfo): string[] =>
  [offices[1], offices[0]].flatMap((office) => (office?.phone ? [office.phone] : []));

function TopBar({ site }: { site: SiteInfo }) {
  return (
    <section aria-label="Contact and social links" className="top-bar no-print">
      <div className="wrap">
        {listPhones(site).map((phone) => (
          <PhoneLink key={phone} phone={phone} />
        ))}
        <a className="top-bar-email" href={`mailto:${site.email}`} aria-label={site.email}>
          <Icon name="mail" size={18} />
          <span aria-hidden="true">{site.email}</span>
        </a>
        <SocialLinks site={site} hasIcons />
      </div>
    </section>
  );
}

function MainNavigation({ industries, site: { headerLinks } }: Props) {
  const { pathname } = useLocation();
  const current = (href: string) => (pathname === href ? ('page' as const) : undefined);
  return (
    <nav aria-label="Main" className="main-navigation max-xl:hidden">
      <a href={paths.home()} aria-current={current(paths.home())}>
        Home
      </a>
      <button
        type="button"
        popoverTarget="industries-menu"
        aria-current={pathname.startsWith(`${paths.industries()}/`) ? 'true' : undefined}
      >
        Industries <Icon name="down" />
      </button>
      <IndustriesMenu industries={industries} />
      {headerLinks.map(({ label, href }) => (
        <a key={href} href={href} aria-current={current(href)}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Login or Profile: the page has both, and the flag of syncLoginFlag chooses. */
function AccountLinks() {
  return (
    <div className="main-navigation max-xl:hidden">
      <a className="when-out" href={paths.login()}>
        Login
      </a>
      <button type="button" className="when-in" popoverTarget="profile-menu">
        Profile <Icon name="down" />
      </button>
      <div id="profile-menu" popover="auto" className="header-popover profile-menu">
        <ProfileLinks />
      </div>
    </div>
  );
}

/**
 * The menu of the industries: three columns with hue and number of reports. With script, the newest
 * reports of the industry that is pointed at stand beside them (enhancements/industry-preview.ts).
 */
function IndustriesMenu({ industries }: { industries: HeaderIndustries }) {
  const all = describeAll(industries);
  return (
    <div id="industries-menu" popover="auto" className="header-popover industries-menu">
      <div className="wrap">
        <div>
          {industries.count === 0 && <p>{texts.loadingIndustries}</p>}
          <ul className="industries-menu-list">
            {industries.shown.map(({ slug, name, reports }) => (
              <li key={slug} {...industryHueProps(slug)}>
                <a href={paths.industry(slug)} data-industry={slug}>
                  <span>{name}</span>
                  <span className="industries-menu-count">{formatNumber(reports)}</span>
                </a>
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-8 border-t border-rule pt-5">
            {all !== undefined && <ActionLink href={paths.industries()}>{all}</ActionLink>}
            <ActionLink href={paths.reportStore()}>
              Report Store, all {formatCount(industries.reportCount, 'report')}
            </ActionLink>
            <ActionLink href={paths.search()}>Custom-Search</ActionLink>
          </p>
        </div>
        <div className="industries-menu-newest with-script" aria-live="polite">
          <p className="text-[14px] text-muted">Point at an industry to see its newest reports.</p>
        </div>
      </div>
    </div>
  );
}
