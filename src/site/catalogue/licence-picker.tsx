import {
  describeLicence,
  defaultLicence,
  licenceNames,
  licences,
  getLicencePrice,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { PaymentMethods } from '#ui/payment-methods.tsx';

/**
 * Licences with their prices: a plain form, whose choice travels to the checkout without script.
 */
export function LicencePicker({ report }: { report: Report }) {
  return (
    <form action="/buy-now" data-offer={report.code} className="sheet grid gap-4 p-5">
      <input type="hidden" name="id" value={report.code} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-serif text-[20px] font-semibold">Choose a licence</legend>
        {licences.map((licence) => (
          <LicenceOption key={licence} licence={licence} report={report} />
        ))}
      </fieldset>
      <p className="label figures">
        Excel data sheet alone: {formatDollars(report.prices.dataSheet)}, on request.
      </p>
      <button className="button text-[17px]">{texts.buyNow}</button>
      <p className="text-[14px] text-muted">
        PDF ({report.pages} pages) and Excel workbook, ready to download as soon as your payment is
        confirmed. We also email you the links.
      </p>
      <PaymentMethods />
      <hr className="border-rule" />
      <a className="button quiet" href={paths.sample(report.code)}>
        {texts.downloadSample}
      </a>
      <RequestLinks code={report.code} />
    </form>
  );
}

function LicenceOption({ licence, report }: { licence: Licence; report: Report }) {
  const { teamSeats } = useSite();
  return (
    <label
      className={
        'grid cursor-pointer grid-cols-[20px_1fr_auto] gap-x-3 rounded border border-rule p-3 ' +
        'has-checked:border-accent has-checked:bg-wash'
      }
    >
      <input
        type="radio"
        name="type"
        value={licence}
        defaultChecked={licence === defaultLicence}
        className="mt-1.5 size-4 accent-accent"
      />
      <span className="font-semibold">{licenceNames[licence]}</span>
      <span className="figures font-semibold">
        {formatDollars(getLicencePrice(report.prices, licence))}
      </span>
      <span className="col-span-2 col-start-2 text-[14px] leading-snug text-muted">
        {describeLicence(licence, teamSeats)}
      </span>
    </label>
  );
}

function RequestLinks({ code }: { code: string }) {
  const links = [
    [texts.askForDiscount, paths.discount(code)],
    [texts.inquiryBeforeBuy, paths.inquiry(code)],
    [texts.askForCustomization, paths.customization(code)],
  ] as const;
  return (
    <ul className="grid text-[15px]">
      {links.map(([label, href]) => (
        <li key={href}>
          <a className="link inline-block py-1" href={href}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
