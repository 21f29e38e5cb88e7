import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { Footer, formatCopyrightYears } from './footer.tsx';
import type { HeaderIndustries } from './header-links.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { getMainPhone } from './office-addresses.tsx';

type HeaderProps = { readonly site: SiteInfo; readonly industries: HeaderIndustries };

/** The checkout's header: one line, with the navigation in the menu. */
export function SlimHeader({ site, industries }: HeaderProps) {
  return (
    <>
      <header className="site-header slim-header">
        <a href={paths.home()} className="shrink-0">
          <Logo name={site.siteName} />
        </a>
        <p className="secure">
          <Icon name="lock" /> Secure checkout
        </p>
        <PhoneLink
          className="ml-auto py-1 hover:underline max-lg:hidden"
          phone={getMainPhone(site)}
        />
        <a className="py-1 hover:underline max-lg:hidden" href={`mailto:${site.email}`}>
          {site.email}
        </a>
        <button type="button" popoverTarget="menu" className="menu-button">
          <span className="max-lg:sr-only">Menu</span>
          <span className="lg:hidden">
            <Icon name="menu" size={20} />
          </span>
        </button>
      </header>
      <MobileMenu site={site} industries={industries} />
    </>
  );
}

const listPolicyLinks = ({ checkoutPages }: SiteInfo): (readonly [string, string])[] => [
  ...checkoutPages.map(({ name, address }) => [name, paths.policy(address)] as const),
  ['Contact Us', paths.contact()],
];

/** The checkout's footer: one line, and the footer of all pages folded behind it. */
export function SlimFooter({ site, year }: { site: SiteInfo; year: number }) {
  return (
    <section aria-label="Site links" className="slim-footer">
      <nav aria-label="Policies" className="slim-footer-line">
        <p>
          © {formatCopyrightYears(year)} {site.siteName}
        </p>
        {listPolicyLinks(site).map(([label, href]) => (
          <a key={href} className="py-1 hover:underline" href={href}>
            {label}
          </a>
        ))}
      </nav>
      <details>
        <summary>
          All pages <Icon name="down" />
        </summary>
        <Footer site={site} year={year} />
      </details>
    </section>
  );
}
