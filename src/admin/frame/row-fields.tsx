import type { ReactNode } from 'react';
import type { RejectedForm } from '#site/form-fields.ts';
import { fieldProps } from './fields.tsx';
import { readRows } from './form-rows.ts';

export type RowField = (
  name: string,
  label: string,
) => ReturnType<typeof fieldProps> & { readonly id: string; readonly label: string };

type RowFieldsProps<Row> = {
  /** The beginning of all fields' names, as the settings' place: "navigation.header". */
  readonly path: string;
  readonly legend: string;
  readonly hint?: ReactNode;
  /** "link": what one row is. */
  readonly noun: string;
  readonly stored: readonly Row[];
  readonly rejected: RejectedForm | undefined;
  readonly max: number;
  /** False if the rows are always the same ones, in an order. */
  readonly canAdd?: boolean;
  /** False if a row that is there stays. */
  readonly canRemove?: boolean;
  /** The fields of one row: `field` makes the props of one, by its name in the row. */
  readonly children: (field: RowField, place: number, row: Row | undefined) => ReactNode;
};

/**
 * Rows of a form that are moved, removed and added by buttons, also without script: each button posts
 * the form, and its page's action answers with `arrangeForm` (form-rows.ts).
 */
export function RowFields<Row extends object>(props: RowFieldsProps<Row>) {
  const { path, legend, hint, noun, stored, rejected, max, canAdd = true } = props;
  const count = rejected ? readRows(rejected.values, path).length : stored.length;
  const error = rejected?.errors[path]?.[0];
  return (
    <fieldset className="admin-fieldset" id={path}>
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {error && <p className="error">{error}</p>}
      {count === 0 && <p className="admin-by">There is none.</p>}
      <ol className="admin-form-rows">
        {Array.from({ length: count }, (_, place) => (
          <OneRow key={place} {...props} place={place} count={count} />
        ))}
      </ol>
      {canAdd && count < max && (
        <p>
          <button
            className="admin-button"
            name="arrange"
            value={`${path}.add`}
            formAction={`#${path}.${count}`}
            formNoValidate
          >
            Add a {noun}
          </button>
        </p>
      )}
    </fieldset>
  );
}

function OneRow<Row extends object>(
  props: RowFieldsProps<Row> & { readonly place: number; readonly count: number },
) {
  const { path, noun, stored, rejected, canAdd = true, children, place, count } = props;
  const { canRemove = canAdd } = props;
  const row = rejected ? undefined : stored[place];
  const rowPath = `${path}.${place}`;
  return (
    <li id={rowPath}>
      <input type="hidden" name={`${rowPath}.row`} value="1" />
      <div className="admin-form-row">
        {children(createRowField(rowPath, row, rejected), place, row)}
      </div>
      <RowButtons
        path={path}
        place={place}
        isLast={place === count - 1}
        name={`${noun} ${place + 1}`}
        canRemove={canRemove}
      />
    </li>
  );
}

function createRowField(
  rowPath: string,
  row: object | undefined,
  rejected: RejectedForm | undefined,
): RowField {
  const values = new Map<string, unknown>(Object.entries(row ?? {}));
  return (name, label) => {
    const value = values.get(name);
    const text = typeof value === 'string' || typeof value === 'number' ? value : '';
    const path = `${rowPath}.${name}`;
    return { ...fieldProps(path, text, rejected), id: path, label };
  };
}

function RowButtons(props: {
  readonly path: string;
  readonly place: number;
  readonly isLast: boolean;
  /** "link 3" */
  readonly name: string;
  readonly canRemove: boolean;
}) {
  const { path, place, isLast, name, canRemove } = props;
  const button = (verb: string, label: string, target: number, isDisabled = false) => (
    <button
      className="admin-button"
      name="arrange"
      value={`${path}.${place}.${verb}`}
      formAction={`#${path}.${target}`}
      formNoValidate
      aria-label={`${label} ${name}`}
      disabled={isDisabled}
    >
      {label}
    </button>
  );
  return (
    <div className="admin-form-row-buttons">
      {button('up', 'Move up', place - 1, place === 0)}
      {button('down', 'Move down', place + 1, isLast)}
      {canRemove && button('remove', 'Remove', Math.max(0, place - 1))}
    </div>
  );
}

/** The button that Enter in a field presses: not the first one that moves a row. */
export const DefaultSubmit = () => (
  <button className="sr-only" tabIndex={-1} aria-hidden="true">
    Save
  </button>
);
