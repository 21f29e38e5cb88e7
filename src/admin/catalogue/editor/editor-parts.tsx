import { listPriceNames, type LicenceTerms } from '#core/catalogue/licence.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { SearchResult } from '#admin/content/search-result.tsx';
import { fieldProps, SelectField, TextField, type Option } from '#admin/frame/fields.tsx';
import { deliveryChoices } from './delivery-texts.ts';
import { Choice, FieldBox, Line, Lines, Rows, type EditorForm } from './editor-fields.tsx';

type PartProps = { readonly form: EditorForm };

/** What the report is, and where it stands. */
export const Identity = ({
  form,
  slug,
  industries,
  authors,
}: PartProps & {
  readonly slug: string;
  readonly industries: readonly Option[];
  /** Names of those who have written reports. */
  readonly authors: readonly string[];
}) => (
  <AdminSection title="Report" id="part-report">
    <Line form={form} path="title" label="Title" />
    <Line
      form={form}
      path="slug"
      label="Address"
      hint={
        `/${slug} – follows the title until the report is first published; after that, ` +
        'former addresses redirect to the new one.'
      }
    />
    <div className="edit-columns">
      <Choice form={form} path="industry" label="Industry" options={industries} />
      <Lines
        form={form}
        path="furtherIndustries"
        label="Further industries"
        rows={2}
        hint="One per line."
        offered={industries.map(([, name]) => name)}
      />
      <Lines
        form={form}
        path="authors"
        label="Authors"
        rows={2}
        hint="People or desks, one a line."
        offered={authors}
      />
    </div>
  </AdminSection>
);

/** Dates, years and places. */
export const Scope = ({ form }: PartProps) => (
  <AdminSection title="Dates and scope" id="part-scope">
    <div className="edit-columns">
      <Line
        form={form}
        path="publishedOn"
        type="date"
        label="Published on"
        hint="If empty, the day of publication."
      />
      <Line form={form} path="nextUpdateOn" type="date" label="Next update" />
      <Line
        form={form}
        path="pages"
        inputMode="numeric"
        label="Pages"
        hint="Counted where files are uploaded: leave it empty then."
      />
      <Line
        form={form}
        path="periodFrom"
        label="Period from"
        hint="A year, or all at once: “2019–2025, forecast 2032”."
      />
      <Line form={form} path="periodTo" inputMode="numeric" label="Period to" />
      <Line form={form} path="baseYear" inputMode="numeric" label="Base year" />
      <Line form={form} path="forecastTo" inputMode="numeric" label="Forecast to" />
      <Lines form={form} path="geography" label="Geography" rows={2} hint="One per line." />
    </div>
  </AdminSection>
);

type PriceProps = PartProps & {
  readonly currency: string;
  readonly licences: readonly LicenceTerms[];
};

export const PriceFields = ({ form, currency, licences }: PriceProps) => (
  <AdminSection title={`Prices in ${currency}`} id="part-prices">
    <p className="hint" id="field-prices" tabIndex={-1}>
      An amount, “on request”, or nothing: a licence without a price is not offered.
    </p>
    <div className="edit-columns">
      {listPriceNames(licences).map(([name, label]) => (
        <Line key={name} form={form} path={`prices.${name}`} inputMode="decimal" label={label} />
      ))}
    </div>
  </AdminSection>
);

/** How buyers get the report. */
export const DeliveryFields = ({ form }: PartProps) => (
  <AdminSection title="Delivery" id="part-delivery">
    <FieldBox path="delivery">
      <div className="edit-columns" id="field-delivery" tabIndex={-1}>
        <SelectField
          label="How buyers get it"
          hint="Only a licence with something to deliver is sold. Uploaded files are given instead of what is made from the data."
          options={deliveryChoices}
          noneLabel="As new reports are (Settings)"
          {...fieldProps('delivery.kind', form.texts['delivery.kind'], form.rejected)}
        />
        <TextField
          label="Days"
          hint="Calendar days after payment, where you deliver it yourselves. The page states them."
          inputMode="numeric"
          autoComplete="off"
          {...fieldProps('delivery.days', form.texts['delivery.days'], form.rejected)}
        />
      </div>
    </FieldBox>
  </AdminSection>
);

/** What the page says. */
export const Description = ({ form }: PartProps) => (
  <AdminSection title="Texts" id="part-texts">
    <Lines
      form={form}
      path="shortDescription"
      label="Short description"
      rows={3}
      mostLength={300}
      hint="On cards and in the search. The beginning of the description where it is empty."
    />
    <FieldBox path="description">
      <div className="field">
        <label htmlFor="field-description" id="description-label">
          Description
        </label>
        <textarea
          id="field-description"
          name="description"
          rows={16}
          data-rich-text
          aria-describedby="description-hint"
          defaultValue={form.rejected?.values['description'] ?? form.texts['description']}
        />
        <p className="hint" id="description-hint">
          As HTML where there is no script: h2, h3, p, ul, ol, table, strong, em, a. Everything else
          becomes text.
        </p>
      </div>
    </FieldBox>
  </AdminSection>
);

const contentsHint =
  'You can paste it from Word: levels are kept, page numbers are left out. Alt with ' +
  'the up or down arrow key moves an entry and everything below it; Tab and ' +
  'Shift+Tab change its level. To leave the contents, press Esc and then Tab.';

export const Contents = ({ form }: PartProps) => (
  <AdminSection title="Contents" id="part-contents">
    <Lines
      form={form}
      path="contents"
      label="Table of contents"
      rows={12}
      isOutline
      hint={contentsHint}
    />
    <div className="edit-columns">
      <Lines form={form} path="tables" label="Tables" hint="One per line." />
      <Lines form={form} path="figures" label="Figures" hint="One per line." />
    </div>
  </AdminSection>
);

export const Market = ({
  form,
  counts,
}: PartProps & { readonly counts: { readonly faqs: number; readonly keyFigures: number } }) => (
  <AdminSection title="Market" id="part-market">
    <Rows
      form={form}
      path="keyFigures"
      label="Key figures"
      count={counts.keyFigures}
      columns={[
        { name: 'label', label: 'Label' },
        { name: 'value', label: 'Value' },
        { name: 'years', label: 'Years' },
        { name: 'source', label: 'Source' },
        { name: 'isComputed', label: 'Computed', kind: 'checkbox' },
      ]}
    />
    <div className="edit-columns">
      <Lines
        form={form}
        path="segmentation"
        label="Segmentation"
        hint="One per line: “By type: hard wheat; soft wheat”."
      />
      <Lines form={form} path="companies" label="Companies" hint="One per line." />
    </div>
    <Rows
      form={form}
      path="faqs"
      label="Questions and answers"
      count={counts.faqs}
      columns={[
        { name: 'question', label: 'Question' },
        { name: 'answer', label: 'Answer', kind: 'textarea' },
      ]}
    />
  </AdminSection>
);

export const SearchEngines = ({ form, address }: PartProps & { readonly address: string }) => (
  <AdminSection title="Search and related reports" id="part-search">
    <SearchResult
      address={address}
      title={{
        text: form.texts['metaTitle'] || form.texts['title'] || '',
        fields: ['metaTitle', 'title'],
      }}
      description={{
        text: form.texts['metaDescription'] || form.texts['shortDescription'] || '',
        fields: ['metaDescription', 'shortDescription'],
      }}
    />
    <Line form={form} path="metaTitle" label="Title for search engines" idealLength={60} />
    <Line
      form={form}
      path="metaDescription"
      label="Description for search engines"
      idealLength={160}
    />
    <div className="edit-columns">
      <Lines form={form} path="keywords" label="Keywords" hint="One per line." />
      <Lines
        form={form}
        path="synonyms"
        label="Synonyms"
        hint="Other words that find this report."
      />
      <Lines
        form={form}
        path="relatedCodes"
        label="Related reports"
        hint="Their codes, one per line; more are added automatically."
      />
    </div>
  </AdminSection>
);
