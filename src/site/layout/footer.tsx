import type { SiteInfo } from '#core/store/model.ts';
import { pageConstants } from '#site/page-constants.ts';
import { NewsletterIsland } from '#site/leads/newsletter-island.tsx';
import { Logo } from './logo.tsx';
import { OfficeList } from './office-addresses.tsx';
import { SocialLinks } from './social-links.tsx';

/** "© 2025", and a range once the year has passed. */
export const formatCopyrightYears = (currentYear: number): string =>
  currentYear > pageConstants.copyrightStartYear
    ? `${pageConstants.copyrightStartYear}–${currentYear}`
    : String(pageConstants.copyrightStartYear);

/** Newsletter, contact details, links and copyright of every page. */
export function Footer({ site, year }: { site: SiteInfo; year: number }) {
  return (
    <footer className="site-footer">
      <NewsletterBand site={site} />
      <div className="footer-links">
        <div className="wrap">
          <section aria-label="Contact" className="footer-offices">
            <div className="grid content-start gap-2">
              <Logo name={site.siteName} isOnDark />
              {site.tagline && <p>{site.tagline}</p>}
              <p>
                <a href={`mailto:${site.email}`}>{site.email}</a>
              </p>
              <SocialLinks site={site} />
            </div>
            <OfficeList site={site} />
          </section>
          {site.footerGroups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <p className="footer-copyright">
            <span>
              © {formatCopyrightYears(year)} {site.siteName}. {site.texts['footer.note']}
            </span>{' '}
            <button type="button" data-consent="settings">
              Cookie settings
            </button>
          </p>
        </div>
      </div>
    </footer>
  );
}

function NewsletterBand({ site: { texts } }: { site: SiteInfo }) {
  return (
    <section className="newsletter-band" aria-label="Newsletter">
      <div className="wrap">
        <div>
          <h2>{texts['newsletter.title']}</h2>
          {texts['newsletter.text'] && <p className="text-muted">{texts['newsletter.text']}</p>}
        </div>
        <NewsletterIsland />
      </div>
    </section>
  );
}
