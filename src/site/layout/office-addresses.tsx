import type { SiteInfo } from '#core/store/model.ts';
import { PhoneLink } from '#ui/phone-link.tsx';

/** The number that the header and the checkout show: of the second office, else of the first. */
export const getMainPhone = ({ offices }: SiteInfo): string =>
  offices[1]?.phone || (offices[0]?.phone ?? '');

/** The offices as paragraphs, for the footer. */
export function OfficeList({ site }: { site: SiteInfo }) {
  return site.offices.map(({ place, phone, address }) => (
    <p key={place} data-office={place}>
      <strong className="footer-heading">{place}</strong>
      {address}
      {phone && (
        <>
          <br />
          <PhoneLink className="inline-block py-0.5 hover:underline" phone={phone} />
        </>
      )}
    </p>
  ));
}

/** The offices as cards below the address for business enquiries, for the contact page. */
export function OfficeCards({ site }: { site: SiteInfo }) {
  return (
    <section aria-label="Offices" className="offices">
      <div>
        <h2>Business enquiries</h2>
        <p className="mt-1">
          <a className="link break-all" href={`mailto:${site.email}`}>
            {site.email}
          </a>
        </p>
      </div>
      {site.offices.map(({ place, phone, address }) => (
        <div key={place}>
          <h2>{place}</h2>
          <address className="mt-1 not-italic">
            {address}
            {phone && (
              <>
                <br />
                <PhoneLink className="link inline-block py-1" phone={phone} />
              </>
            )}
          </address>
        </div>
      ))}
    </section>
  );
}
