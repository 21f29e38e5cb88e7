import { isPriceField, type DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import type { ReactNode } from 'react';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import type { FieldNames } from '../versions/field-names.ts';
import { toDataTexts } from './data-texts.ts';
import { toLines } from './field-lines.ts';
import { toTexts } from './field-texts.ts';
import { reportParts, type ReportPart } from './report-parts.tsx';
import { readLines, readRowTexts } from './texts.ts';

/** A draft's value of each field; null for nothing. */
type Values = Readonly<Record<DraftField, unknown>>;

type ReportTextProps = {
  readonly values: Values;
  readonly names: FieldNames;
  readonly currency: string;
  /** Of the industries, by slug. */
  readonly industryNames: Readonly<Record<string, string>>;
};

/** The parts in which a report says anything. */
export const listWrittenParts = (values: Values): readonly ReportPart[] =>
  reportParts
    .map((part) => withPrices(part, values))
    .filter(({ fields }) => fields.some((field) => values[field] !== null));

/** Prices are of whichever licences there are. */
const withPrices = (part: ReportPart, values: Values): ReportPart =>
  part.id === 'prices' ? { ...part, fields: Object.keys(values).filter(isPriceField) } : part;

/** All that a report says, as text: for people who may read it and change nothing. */
export const ReportText = (props: ReportTextProps) => (
  <div className="edit-reading">
    {listWrittenParts(props.values).map(({ id, label, fields }) => (
      <AdminSection
        key={id}
        id={`part-${id}`}
        title={id === 'prices' ? `${label} in ${props.currency}` : label}
      >
        <DefinitionList rows={listRows(fields, props)} />
      </AdminSection>
    ))}
  </div>
);

const listRows = (fields: ReportPart['fields'], props: ReportTextProps) =>
  fields
    .filter((field) => props.values[field] !== null)
    .map(
      (field) =>
        [props.names[field] ?? field, <FieldText key={field} field={field} {...props} />] as const,
    );

function FieldText(props: ReportTextProps & { readonly field: DraftField }): ReactNode {
  const { field, values, currency, industryNames } = props;
  const value = values[field];
  if (field === 'data') return <DataText value={value} />;
  if (field === 'keyFigures') return <Lines lines={listKeyFigures(value, currency)} />;
  const lines = toLines(field, value, currency);
  const isIndustry = field === 'industry' || field === 'furtherIndustries';
  return <Lines lines={isIndustry ? lines.map((slug) => industryNames[slug] ?? slug) : lines} />;
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <div className="edit-text">
    {lines.map((line, index) => (
      <p key={index}>{line}</p>
    ))}
  </div>
);

/** "World production: 843 million tonnes, 2025/26, psd". */
const listKeyFigures = (value: unknown, currency: string): string[] =>
  readRowTexts(toTexts('keyFigures', value, currency), 'keyFigures').map(
    ({ label, value: figure, years, source, isComputed }) =>
      [`${label ?? ''}: ${figure ?? ''}`, years, source, isComputed && 'computed']
        .filter(Boolean)
        .join(', '),
  );

/** Each series, ranking and source by its name; its values are long, and folded. */
function DataText({ value }: { readonly value: unknown }) {
  const texts = toDataTexts(value);
  const rows = (['series', 'rankings', 'sources'] as const).flatMap((kind) =>
    readRowTexts(texts, `data.${kind}`),
  );
  return rows.map((row, index) => (
    <details key={index} className="edit-text">
      <summary>
        {row['label'] ?? row['name'] ?? row['id']} <span className="admin-by">{row['unit']}</span>
      </summary>
      {Object.entries(row)
        .filter(([name]) => !['label', 'name', 'unit', 'id'].includes(name))
        .flatMap(([, text]) => readLines(text))
        .map((line, at) => (
          <p key={at}>{line.replaceAll('\t', ' ')}</p>
        ))}
    </details>
  ));
}
