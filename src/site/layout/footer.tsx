import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { pageConstants } from '#site/page-constants.ts';
import { NewsletterIsland } from '#site/leads/newsletter-island.tsx';
import { Logo } from './logo.tsx';
import { OfficeList } from './office-addresses.tsx';
import { SocialLinks } from './social-links.tsx';

const linkGroups = [
  [
    'Menu',
    [
      ['About Us', paths.about()],
      ['Services', paths.services()],
      ['Career', paths.career()],
      ['FAQ', paths.faq()],
      ['Contact Us', paths.contact()],
    ],
  ],
  [
    'Insight Club',
    [
      ['Report Store', paths.reportStore()],
      ['Press Release', paths.pressReleases()],
      ['Research Methodology', paths.methodology()],
      ['Blog', paths.blog()],
      ['Testimonials', paths.testimonials()],
      ['How to Order', paths.howToOrder()],
    ],
  ],
  [
    'Help',
    [
      ['Terms and Conditions', paths.termsAndConditions()],
      ['Privacy Policy', paths.privacyPolicy()],
      ['GDPR Policy', paths.gdprPolicy()],
      ['Cookies', paths.cookiePolicy()],
      ['Refund Policy', paths.refundPolicy()],
      ['Become a Reseller', paths.becomeReseller()],
    ],
  ],
] as const;

/** "© 2025", and a range once the year has passed. */
export const formatCopyrightYears = (currentYear: number): string =>
  currentYear > pageConstants.copyrightStartYear
    ? `${pageConstants.copyrightStartYear}–${currentYear}`
    : String(pageConstants.copyrightStartYear);

/** Newsletter, contact details, links and copyright of every page. */
export function Footer({ site, year }: { site: SiteInfo; year: number }) {
  return (
    <footer className="site-footer">
      <NewsletterBand />
      <div className="footer-links">
        <div className="wrap">
          <section aria-label="Contact" className="footer-offices">
            <div className="grid content-start gap-2">
              <Logo name={site.siteName} />
              <p>
                <a href={`mailto:${site.email}`}>{site.email}</a>
              </p>
              <SocialLinks site={site} />
            </div>
            <OfficeList site={site} />
          </section>
          {linkGroups.map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([label, href]) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <p className="footer-copyright">
            <span>
              © {formatCopyrightYears(year)} {site.siteName}. Figures from public statistics, each
              with its source, unit and year.
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

function NewsletterBand() {
  return (
    <section className="newsletter-band" aria-label="Newsletter">
      <div className="wrap">
        <div>
          <h2>New editions, once a month</h2>
          <p className="text-muted">
            What was published and what was corrected, in one short mail.
          </p>
        </div>
        <NewsletterIsland />
      </div>
    </section>
  );
}
