import { listPriceNames, type LicenceTerms } from '#core/catalogue/reports/licence.model.ts';

type BulkFieldsProps = {
  readonly industries: readonly (readonly [slug: string, name: string])[];
  readonly currency: string;
  readonly licences: readonly LicenceTerms[];
};

/**
 * The fields of the actions for chosen reports: by how much prices change, and the other industry.
 */
export const BulkFields = ({ industries, currency, licences }: BulkFieldsProps) => (
  <details className="admin-bulk-fields">
    <summary>Prices and industry for chosen reports</summary>
    <fieldset>
      <legend>New prices</legend>
      <div className="admin-inline">
        <select name="price-kind" aria-label="How prices change">
          <option value="percent">by percent</option>
          <option value="add">by {currency}</option>
          <option value="set">to {currency}</option>
        </select>
        <input
          name="amount"
          inputMode="decimal"
          size={8}
          aria-label="Number"
          placeholder="5 or -10"
        />
        {listPriceNames(licences).map(([name, label]) => (
          <label key={name}>
            <input
              type="checkbox"
              name={`licence.${name}`}
              value="1"
              defaultChecked={name !== 'dataSheet'}
            />{' '}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
    <label className="admin-filter">
      <span>Other industry</span>
      <select name="to-industry" defaultValue="">
        <option value="">Choose…</option>
        {industries.map(([slug, name]) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </label>
  </details>
);
