import type { SiteInfo } from '#core/content/model.ts';
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

/** Contact details, newsletter, links and copyright of every page. */
export function Footer({ site, year }: { site: SiteInfo; year: number }) {
  return (
    <footer className="site-footer mt-20 border-t border-rule bg-wash">
      <div className="wrap grid gap-10 py-12 md:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <section aria-label="Contact" className="grid content-start gap-3 text-[15px]">
          <Logo name={site.siteName} />
          <p>
            <a className="link" href={`mailto:${site.email}`}>
              {site.email}
            </a>
          </p>
          <OfficeList site={site} />
          <SocialLinks site={site} />
          <div className="mt-3 max-w-[400px]">
            <NewsletterIsland />
          </div>
        </section>
        {linkGroups.map(([title, links]) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-2 text-[17px]">{title}</h2>
            <ul className="text-[15px]">
              {links.map(([label, href]) => (
                <li key={href}>
                  <a className="inline-block py-1 hover:underline" href={href}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-t border-rule">
        <p className="wrap flex flex-wrap gap-x-6 py-5 text-[14px] text-muted">
          © {formatCopyrightYears(year)} {site.siteName}. Figures from public statistics, each with
          its source, unit and year.{' '}
          <button type="button" className="link" data-consent="settings">
            Cookie settings
          </button>
        </p>
      </div>
    </footer>
  );
}
