import type { App } from '#core/app.ts';
import { formatBytes } from '#ui/format.ts';

type Files = Extract<
  Awaited<ReturnType<App['catalogue']['editing']['files']['list']>>,
  { ok: true }
>['value'];

const missing =
  'This file is missing among the store’s files, so that nobody can buy it. Upload it again.';

const purposeNames = { goods: 'For buyers', sample: 'Sample', cover: 'Cover' };

/** The files of every edition, the newest edition first. */
export const FileTable = ({
  files,
  names,
}: {
  readonly files: Files;
  /** Of licences. */
  readonly names: ReadonlyMap<string, string>;
}) => (
  <table className="admin-table">
    <caption className="sr-only">Files of the report</caption>
    <thead>
      <tr>
        <th>File</th>
        <th>Edition</th>
        <th>What it is</th>
        <th>Licences</th>
        <th className="admin-number">Pages</th>
        <th className="admin-number">Size</th>
      </tr>
    </thead>
    <tbody>
      {files.map(({ edition, purpose, title, fileName, licences, pages, sizeBytes, ...file }) => (
        <tr key={`${edition} ${purpose} ${title}`}>
          <th scope="row" className="admin-main-cell">
            {title} <span className="admin-by">{fileName}</span>
            {file.missingSince && <p className="error">{missing}</p>}
            {file.warnings.map((warning) => (
              <p key={warning} className="error">
                {warning}
              </p>
            ))}
          </th>
          <td data-label="Edition">{edition}</td>
          <td data-label="What it is">{purposeNames[purpose]}</td>
          <td data-label="Licences">
            {licences.map((id) => names.get(id) ?? id).join(', ') || '–'}
          </td>
          <td data-label="Pages" className="admin-number">
            {pages ?? '–'}
          </td>
          <td data-label="Size" className="admin-number">
            {formatBytes(sizeBytes)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
