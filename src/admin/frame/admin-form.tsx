import type { ReactNode } from 'react';
import type { RejectedForm } from '#site/form-fields.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { nameField, readFieldLabels } from './field-labels.ts';
import { FormKey } from './form-key.tsx';
import { KeptPlace } from './kept-place.tsx';

/**
 * A form that posts to its own page; `intent` names the verb. If it was refused the summary of its
 * errors is at the top and has the focus; all typed values are kept by its fields.
 */
export function AdminForm(props: {
  readonly intent: string;
  readonly rejected: RejectedForm | undefined;
  readonly children: ReactNode;
  /** The beginning of a field's id if its name is also in another form of the page. */
  readonly idPrefix?: string;
  readonly className?: string;
  readonly action?: string;
  /** True if a field of it takes a file. */
  readonly hasFile?: boolean;
  /** The member of staff for whom what is typed is kept until it is saved. */
  readonly keepsTextOf?: number;
}) {
  const { intent, rejected, children, idPrefix = '', className = 'admin-form', action } = props;
  const isOwn = rejected && (rejected.intent === undefined || rejected.intent === intent);
  return (
    <form
      method="post"
      action={action}
      className={className}
      encType={props.hasFile ? 'multipart/form-data' : undefined}
      data-keeps-text={props.keepsTextOf}
      data-server-checks=""
    >
      {isOwn && <FormErrors {...{ rejected, idPrefix, children }} />}
      {children}
      {props.keepsTextOf !== undefined && <KeptPlace />}
      <FormKey />
      {/* Behind the buttons: one that names an intent of its own is read first, and the first counts. */}
      <input type="hidden" name="intent" value={intent} />
    </form>
  );
}

/**
 * The errors of a refused form, with the focus; by themselves if a button without fields was
 * refused.
 */
export function FormErrors({
  rejected,
  idPrefix = '',
  children,
}: {
  readonly rejected: RejectedForm;
  readonly idPrefix?: string;
  /** The form's fields, whose labels are named beside their errors. */
  readonly children?: ReactNode;
}) {
  const labels = readFieldLabels(children);
  const listed = Object.entries(rejected.errors).flatMap(([name, messages]) =>
    messages.map((message) => ({
      message,
      label: labels.get(name) ?? nameField(name),
      fieldId: idPrefix + name,
    })),
  );
  return (
    // The focus moves to what has to be mended.
    <div tabIndex={-1} autoFocus className="admin-errors">
      <ErrorSummary errors={listed.length > 0 ? listed : [{ message: rejected.message }]} />
    </div>
  );
}
