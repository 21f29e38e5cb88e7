import type { DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import type { ReactNode } from 'react';
import type { RejectedForm } from '#site/form-fields.ts';
import {
  fieldProps,
  SelectField,
  TextAreaField,
  TextField,
  type Option,
} from '#admin/frame/fields.tsx';
import type { Texts } from './texts.ts';

/**
 * The texts in the editor's fields: the draft's, or those that were typed if a save was refused.
 */
export type EditorForm = {
  readonly texts: Texts;
  readonly rejected: RejectedForm | undefined;
};

/** Around the controls of one field: what the script saves and merges as a whole. */
export const FieldBox = ({
  path,
  children,
}: {
  readonly path: DraftField;
  readonly children: ReactNode;
}) => (
  <div className="edit-field" data-path={path}>
    {children}
    <div className="edit-note" data-note hidden />
  </div>
);

type FieldProps = {
  readonly form: EditorForm;
  readonly path: DraftField;
  readonly label: string;
  readonly hint?: ReactNode;
};

const toProps = ({ form, path, label, hint }: FieldProps) => ({
  id: `field-${path}`,
  label,
  hint,
  ...fieldProps(path, form.texts[path], form.rejected),
});

export function Line(
  props: FieldProps & {
    readonly type?: 'text' | 'date';
    readonly inputMode?: 'numeric' | 'decimal';
    /** Counts what is typed, for texts that search engines cut. */
    readonly idealLength?: number;
  },
) {
  const { type, inputMode, idealLength } = props;
  return (
    <FieldBox path={props.path}>
      <TextField
        type={type}
        inputMode={inputMode}
        data-ideal-length={idealLength}
        autoComplete="off"
        {...toProps(props)}
      />
    </FieldBox>
  );
}

export const Choice = (props: FieldProps & { readonly options: readonly Option[] }) => (
  <FieldBox path={props.path}>
    <SelectField options={props.options} noneLabel="Choose…" {...toProps(props)} />
  </FieldBox>
);

/** Several lines; `isOutline` if Tab moves a line one level down. */
export const Lines = (
  props: FieldProps & {
    readonly rows?: number;
    readonly isOutline?: boolean;
    /** Counts what is typed, for a text that may not be longer. */
    readonly mostLength?: number;
    /** Known texts, of which one can be chosen as a further line. */
    readonly offered?: readonly string[];
  },
) => (
  <FieldBox path={props.path}>
    <TextAreaField
      rows={props.rows ?? 4}
      data-outline={props.isOutline ? '' : undefined}
      data-most-length={props.mostLength}
      spellCheck
      {...toProps(props)}
    />
    {props.offered && <Offered path={props.path} label={props.label} texts={props.offered} />}
  </FieldBox>
);

const Offered = (props: {
  readonly path: DraftField;
  readonly label: string;
  readonly texts: readonly string[];
}) => (
  <div className="edit-offered with-script">
    <input
      list={`offered-${props.path}`}
      data-adds-to={props.path}
      placeholder="Add…"
      aria-label={`${props.label}: add one`}
      autoComplete="off"
    />
    <datalist id={`offered-${props.path}`}>
      {props.texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  </div>
);

type RowsProps = {
  readonly form: EditorForm;
  readonly path: 'faqs' | 'keyFigures';
  readonly label: string;
  readonly hint?: ReactNode;
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
    readonly kind?: 'checkbox' | 'textarea';
  }[];
  readonly count: number;
};

/** Repeatable rows of small fields; the empty ones at the end are left out when it is saved. */
export function Rows({ form, path, label, hint, columns, count }: RowsProps) {
  const error = form.rejected?.errors[path]?.[0];
  return (
    <FieldBox path={path}>
      <fieldset className="edit-rows" id={`field-${path}`} tabIndex={-1} data-rows={path}>
        <legend>{label}</legend>
        {hint && <p className="hint">{hint}</p>}
        {error && <p className="error">{error}</p>}
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="edit-row" data-row={index}>
            {columns.map((column) => (
              <Cell key={column.name} {...{ form, path, index, column }} />
            ))}
            <RowButtons number={index + 1} />
          </div>
        ))}
        <button type="button" className="admin-button with-script" data-add-row>
          Add a row
        </button>
      </fieldset>
    </FieldBox>
  );
}

const RowButtons = ({ number }: { readonly number: number }) => (
  <span className="edit-row-buttons with-script">
    <button type="button" data-row-up aria-label={`Move up row ${number}`} title="Move up">
      ↑
    </button>
    <button type="button" data-row-remove aria-label={`Remove row ${number}`} title="Remove">
      ×
    </button>
  </span>
);

type CellProps = Pick<RowsProps, 'form' | 'path'> & {
  readonly index: number;
  readonly column: RowsProps['columns'][number];
};

function Cell({ form, path, index, column: { name, label, kind } }: CellProps) {
  const control = `${path}.${index}.${name}`;
  const { defaultValue } = fieldProps(control, form.texts[control], form.rejected);
  const common = { name: control, 'aria-label': `${label}, row ${index + 1}` };
  if (kind === 'checkbox')
    return (
      <label>
        <input type="checkbox" value="1" defaultChecked={defaultValue === '1'} {...common} />{' '}
        {label}
      </label>
    );
  return kind === 'textarea' ? (
    <textarea rows={2} placeholder={label} defaultValue={defaultValue} {...common} />
  ) : (
    <input placeholder={label} defaultValue={defaultValue} autoComplete="off" {...common} />
  );
}
