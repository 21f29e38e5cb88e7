import type { ImportView } from '#core/app.ts';
import { listColumnChoices } from '#core/imports/columns.model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { ImportRules } from './import-rules.tsx';

/** Which header is which column, with the first cells below each. */
export function MappingForm({
  view: { current, missing, samples, licences },
  rejected,
}: {
  readonly view: ImportView;
  readonly rejected: RejectedForm | undefined;
}) {
  return (
    <AdminSection title="Columns and rules">
      {missing.length > 0 && (
        <p className="error">
          These columns are required: {missing.join(', ')}. Choose a header for each.
        </p>
      )}
      <AdminForm intent="mapping" rejected={rejected} idPrefix="map-">
        <table className="admin-table">
          <caption className="sr-only">Headers and columns</caption>
          <thead>
            <tr>
              <th>In the file</th>
              <th>First cells</th>
              <th>Column</th>
            </tr>
          </thead>
          <tbody>
            {current.headers.map((header, index) => (
              <HeaderRow key={header} {...{ header, index, samples, current, licences }} />
            ))}
          </tbody>
        </table>
        <ImportRules options={current.options} rejected={rejected} />
        <p>
          <SubmitButton className="admin-button" busyLabel="Checking…">
            {current.state === 'unmapped' ? 'Check the rows' : 'Check again'}
          </SubmitButton>
        </p>
      </AdminForm>
    </AdminSection>
  );
}

const HeaderRow = ({
  header,
  index,
  samples,
  current,
  licences,
}: Pick<ImportView, 'current' | 'licences' | 'samples'> & {
  readonly header: string;
  readonly index: number;
}) => (
  <tr>
    <th scope="row" className="admin-main-cell">
      {header || '(no name)'}
    </th>
    <td data-label="First cells">
      {samples
        .map((cells) => (cells[index] ?? '').slice(0, 60))
        .filter((cell) => cell !== '')
        .join(' · ')}
    </td>
    <td data-label="Column">
      {header !== '' && (
        <ColumnChoice
          header={header}
          index={index}
          chosen={current.mapping[header]}
          licences={licences}
        />
      )}
    </td>
  </tr>
);

const ColumnChoice = ({
  header,
  index,
  chosen,
  licences,
}: {
  readonly header: string;
  readonly index: number;
  readonly chosen: string | null | undefined;
  readonly licences: ImportView['licences'];
}) => (
  <select name={`map.${index}`} defaultValue={chosen ?? ''} aria-label={`Column for ${header}`}>
    <option value="">Leave out</option>
    {[...new Set([...(chosen ? [chosen] : []), ...listColumnChoices(header, licences)])].map(
      (name) => (
        <option key={name}>{name}</option>
      ),
    )}
  </select>
);
