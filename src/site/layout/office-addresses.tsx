import type { SiteInfo } from '#core/content/model.ts';
import { PhoneLink } from '#ui/phone-link.tsx';

type Office = { readonly place: string; readonly phone: string; readonly address: string };

/** The publisher's number in India, always with its +91. */
export const getIndiaPhone = ({ mobileNo1 }: SiteInfo): string =>
  mobileNo1.startsWith('+91') ? mobileNo1 : `+91 ${mobileNo1}`;

/** The three offices that the specification names. */
const listOffices = (site: SiteInfo): Office[] => [
  {
    place: 'India',
    phone: getIndiaPhone(site),
    address: site.address,
  },
  { place: 'USA', phone: site.office1MobileNo, address: site.office1Address },
  { place: 'Italy', phone: site.office2MobileNo, address: site.office2Address },
];

/** The offices as paragraphs, for the footer. */
export function OfficeList({ site }: { site: SiteInfo }) {
  return listOffices(site).map(({ place, phone, address }) => (
    <p key={place} data-office={place}>
      <strong className="footer-heading">{place}</strong>
      {address}
      <br />
      <PhoneLink className="inline-block py-0.5 hover:underline" phone={phone} />
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
      {listOffices(site).map(({ place, phone, address }) => (
        <div key={place}>
          <h2>{place}</h2>
          <address className="mt-1 not-italic">
            {address}
            <br />
            <PhoneLink className="link inline-block py-1" phone={phone} />
          </address>
        </div>
      ))}
    </section>
  );
}
