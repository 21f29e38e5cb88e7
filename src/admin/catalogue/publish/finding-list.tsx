import type { Findings } from '#core/catalogue/index.ts';
import { reportPaths } from '../report-paths.ts';

type Finding = Findings['blocking'][number];

/** Where a finding is mended. */
const hrefOf = (id: number, path: Finding['path']): string =>
  path === 'goods' ? reportPaths.files(id) : `${reportPaths.edit(id)}#field-${path}`;

/** What the checks found, each with a link to its field. */
export const FindingList = ({
  reportId,
  findings,
  label,
}: {
  readonly reportId: number;
  readonly findings: readonly Finding[];
  readonly label: string;
}) => (
  <ul className="edit-findings" aria-label={label}>
    {findings.map(({ path, message }) => (
      <li key={`${path} ${message}`}>
        <a href={hrefOf(reportId, path)}>{message}</a>
      </li>
    ))}
  </ul>
);
