import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';
import { IndustryLinks, ProfileLinks, type HeaderIndustries } from './header-links.tsx';
import { Logo } from './logo.tsx';

type Props = { readonly site: SiteInfo; readonly industries: HeaderIndustries };

/** The slide-in menu of small screens; following a link leaves the page, and so closes it. */
export function MobileMenu({ site, industries }: Props) {
  return (
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
      <nav aria-label="Main menu" className="grid text-[17px]">
        <a className="border-b border-rule py-3" href={paths.home()}>
          Home
        </a>
        <details className="border-b border-rule">
          <summary className="py-3">Industries</summary>
          <div className="pb-3">
            <IndustryLinks industries={industries} />
          </div>
        </details>
        {site.headerLinks.map(({ label, href }) => (
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
  );
}
