import type { ReactNode } from 'react';
import type { EditorPlace } from '#core/catalogue/fields/field-kinds.model.ts';
import {
  getField,
  isPriceField,
  type DraftField,
  type FieldName,
} from '#core/catalogue/fields/report-fields.model.ts';
import { listPriceNames, type LicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { SearchResult } from '#admin/content/search-result.tsx';
import { fieldProps, SelectField, TextField, type Option } from '#admin/frame/fields.tsx';
import { deliveryChoices } from './delivery-texts.ts';
import { Choice, FieldBox, Line, Lines, Rows, type EditorForm } from './editor-fields.tsx';
import type { RowCounts } from './field-texts.ts';
import type { ReportPart } from './report-parts.tsx';

/** The data that the editor's parts show beside the fields of the table. */
export type EditorData = {
  readonly form: EditorForm;
  /** The address that the report has, or will have. */
  readonly slug: string;
  /** Known texts that are offered; those of a choice with their labels. */
  readonly offered: { readonly industries: readonly Option[]; readonly authors: readonly Option[] };
  readonly counts: RowCounts;
};

/** The fields of a part: wide ones above and below its columns. */
export function PartFields({
  part: { id, label, fields },
  lead,
  ...data
}: EditorData & { readonly part: ReportPart; readonly lead?: ReactNode }) {
  const show = (at: 'above' | 'below' | undefined) =>
    fields
      .filter(isRow)
      .filter((field) => getField(field).editor?.at === at)
      .map((field) => <FieldControl key={field} name={field} {...data} />);
  const columns = show(undefined);
  return (
    <AdminSection title={label} id={`part-${id}`}>
      {lead}
      {show('above')}
      {columns.length > 0 && <div className="edit-columns">{columns}</div>}
      {show('below')}
    </AdminSection>
  );
}

type EditedRow = Extract<DraftField, FieldName>;
const isRow = (field: DraftField): field is EditedRow => !isPriceField(field);

type ControlProps = EditorData & { readonly name: EditedRow };

/** The controls of one field, as its row in the table describes them. */
function FieldControl({ name, ...data }: ControlProps) {
  const { form, slug, counts } = data;
  const field = getField(name);
  const {
    label = field.label,
    hint,
    rows,
    offers,
    idealLength,
    takesWords,
  }: Partial<EditorPlace> = field.editor ?? {};
  const common = { form, path: name, label, hint: hint?.replace('{slug}', slug) };
  const offered = offers && data.offered[offers];
  switch (field.kind) {
    case 'line':
      if (offered) return <Choice {...common} options={offered} />;
      return rows === undefined ? (
        <Line {...common} idealLength={idealLength} />
      ) : (
        <Lines {...common} rows={rows} mostLength={field.maxLength} />
      );
    case 'day':
      return <Line {...common} type="date" />;
    case 'number':
      return <Line {...common} inputMode={takesWords ? undefined : 'numeric'} />;
    case 'contents':
      return <Lines {...common} rows={rows} isOutline />;
    case 'list':
    case 'lines':
    case 'segmentation':
      return <Lines {...common} rows={rows} offered={offered?.map(([, text]) => text)} />;
    case 'delivery':
      return <DeliveryControl form={form} />;
    case 'richText':
      return <RichTextControl {...common} rows={rows} />;
    case 'keyFigures':
      return (
        <Rows {...common} path="keyFigures" count={counts.keyFigures} columns={keyFigureColumns} />
      );
    case 'faqs':
      return <Rows {...common} path="faqs" count={counts.faqs} columns={faqColumns} />;
    default:
      throw new Error(`The editor has no control for a ${field.kind}`);
  }
}

const keyFigureColumns = [
  { name: 'label', label: 'Label' },
  { name: 'value', label: 'Value' },
  { name: 'years', label: 'Years' },
  { name: 'source', label: 'Source' },
  { name: 'isComputed', label: 'Computed', kind: 'checkbox' },
] as const;

const faqColumns = [
  { name: 'question', label: 'Question' },
  { name: 'answer', label: 'Answer', kind: 'textarea' },
] as const;

/** How buyers get the report. */
const DeliveryControl = ({ form }: { readonly form: EditorForm }) => (
  <FieldBox path="delivery">
    <div className="edit-columns" id="field-delivery" tabIndex={-1}>
      <SelectField
        label="How buyers get it"
        hint={
          'Only a licence with something to deliver is sold. Uploaded files are given instead of ' +
          'what is made from the data.'
        }
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
);

/** Script makes an editor of it. */
const RichTextControl = (props: {
  readonly form: EditorForm;
  readonly path: DraftField;
  readonly label: string;
  readonly hint: string | undefined;
  readonly rows: number | undefined;
}) => {
  const { form, path, label, hint, rows } = props;
  return (
    <FieldBox path={path}>
      <div className="field">
        <label htmlFor={`field-${path}`} id={`${path}-label`}>
          {label}
        </label>
        <textarea
          id={`field-${path}`}
          name={path}
          rows={rows}
          data-rich-text
          aria-describedby={`${path}-hint`}
          defaultValue={form.rejected?.values[path] ?? form.texts[path]}
        />
        <p className="hint" id={`${path}-hint`}>
          {hint}
        </p>
      </div>
    </FieldBox>
  );
};

type PriceProps = {
  readonly form: EditorForm;
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

/** How a search engine may show the report, from what is typed. */
export const SearchEnginePreview = ({
  form: { texts },
  address,
}: {
  readonly form: EditorForm;
  readonly address: string;
}) => (
  <SearchResult
    address={address}
    title={{ text: texts['metaTitle'] || texts['title'] || '', fields: ['metaTitle', 'title'] }}
    description={{
      text: texts['metaDescription'] || texts['shortDescription'] || '',
      fields: ['metaDescription', 'shortDescription'],
    }}
  />
);
