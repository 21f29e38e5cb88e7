import { describeDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import {
  findDefaultLicence,
  findLicenceTerms,
  getListPrice,
} from '#core/catalogue/reports/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { ChosenPrice } from './chosen-price.tsx';
import { priceBoxId } from './price-box.tsx';

/** The page's last call: below the page on a wide screen, always in view on a phone. */
export function BottomBar({ report }: { report: Report }) {
  const { licences, currency } = useSite();
  const licence = findDefaultLicence(report.prices, licences);
  const name = licence && findLicenceTerms(licences, licence)?.name;
  const price = formatPrice(getListPrice(report.prices), currency);
  return (
    <div className="bottom-bar">
      <div className="wrap">
        <p className="bottom-bar-call">{texts.needThisReport}</p>
        <p className="bottom-bar-note">
          {[[name, price].filter(Boolean).join(' '), licence && describeDelivery(report)]
            .filter(Boolean)
            .join(', ')}
        </p>
        <a className="button on-ink" href={paths.requestDetails(report.code)}>
          {texts.requestFreeSample}
        </a>
        {licence && (
          <button className="button" form={priceBoxId}>
            {texts.buyNow} <ChosenPrice prices={report.prices} />
          </button>
        )}
      </div>
    </div>
  );
}
