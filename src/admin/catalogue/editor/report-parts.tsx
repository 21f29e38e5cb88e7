import { editorParts, type EditorPart } from '#core/catalogue/fields/field-kinds.model.ts';
import {
  draftFields,
  getField,
  isPriceField,
  type DraftField,
} from '#core/catalogue/fields/report-fields.model.ts';

/** A part of the editor, with its fields. */
export type ReportPart = {
  readonly id: EditorPart;
  readonly label: string;
  readonly fields: readonly DraftField[];
};

const partOf = (field: DraftField): EditorPart | undefined =>
  isPriceField(field) ? 'prices' : getField(field).editor?.part;

/** The parts of a report in the order in which the editor shows them. */
export const reportParts: readonly ReportPart[] = (
  Object.keys(editorParts) as readonly EditorPart[]
).map((id) => ({
  id,
  label: editorParts[id],
  fields: draftFields.filter((field) => partOf(field) === id),
}));

export const PartLinks = ({ parts = reportParts }: { readonly parts?: readonly ReportPart[] }) => (
  <nav aria-label="Parts of the report" className="edit-parts">
    <ul>
      {parts.map(({ id, label }) => (
        <li key={id}>
          <a href={`#part-${id}`}>{label}</a>
        </li>
      ))}
    </ul>
  </nav>
);
