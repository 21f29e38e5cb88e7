import type { Findings } from '#core/catalogue/index.ts';
import type { ReportHead } from '../editor/report-frame.tsx';
import { withList } from '../list-behind.ts';
import { reportPaths } from '../report-paths.ts';

type Finding = Findings['blocking'][number];

/** Where a finding is mended. */
const hrefOf = ({ id, listQuery }: ReportHead, path: Finding['path']): string =>
  withList(
    path === 'goods' ? reportPaths.files(id) : `${reportPaths.edit(id)}#field-${path}`,
    listQuery,
  );

/** The findings of the checks, each with a link to its field. */
export const FindingList = ({
  head,
  findings,
  label,
}: {
  readonly head: ReportHead;
  readonly findings: readonly Finding[];
  readonly label: string;
}) => (
  <ul className="edit-findings" aria-label={label}>
    {findings.map(({ path, message }) => (
      <li key={`${path} ${message}`}>
        <a href={hrefOf(head, path)}>{message}</a>
      </li>
    ))}
  </ul>
);
