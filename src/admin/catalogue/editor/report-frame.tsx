import type { ReactNode } from 'react';
import type { EditedReport } from '#core/catalogue/index.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge, Tabs } from '#admin/frame/blocks.tsx';
import type { StaffVerb } from '#core/staff/verbs.model.ts';
import { formatMinuteIn } from '#core/kernel/time-zone.model.ts';
import { useStoreZone } from '#ui/store-zone.tsx';
import { hrefOfListBehind, readListQuery, withList } from '../list-behind.ts';
import { reportPaths } from '../report-paths.ts';

/** The part of a report that each of its pages shows. */
export type ReportHead = Pick<
  EditedReport,
  'id' | 'code' | 'state' | 'isReleased' | 'revision' | 'schedule' | 'changed'
> & {
  readonly title: string;
  /** The query of the list that it was opened from. */
  readonly listQuery: string;
  /** False for people who read it alone: its pages are called otherwise for them. */
  readonly mayEdit: boolean;
};

export const toHead = (
  report: EditedReport,
  requestUrl: string,
  may: (verb: StaffVerb) => boolean,
): ReportHead => {
  const { id, code, state, isReleased, revision, schedule, changed, values } = report;
  const title = typeof values.title === 'string' ? values.title : code;
  const listQuery = readListQuery(requestUrl);
  const mayEdit = may('report.edit');
  const head = { id, code, state, isReleased, revision, changed, title, listQuery, mayEdit };
  return schedule ? { ...head, schedule } : head;
};

type Part = 'edit' | 'files' | 'preview' | 'publish' | 'versions';

const parts = [
  ['edit', 'Edit'],
  ['files', 'Files'],
  ['preview', 'Preview'],
  ['publish', 'Publish'],
  ['versions', 'Versions'],
] as const;

const readingNames: Readonly<Partial<Record<Part, string>>> = { edit: 'Report', publish: 'Checks' };

const stateNames = {
  draft: ['open', 'Draft'],
  scheduled: ['open', 'Scheduled'],
  published: ['good', 'Published'],
  withdrawn: ['bad', 'Withdrawn'],
  bin: ['bad', 'In the bin'],
} as const;

/** The heading and tabs of one report around one of its pages. */
export function ReportFrame({
  head,
  part,
  actions,
  children,
}: {
  readonly head: ReportHead;
  readonly part: Part;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const [tone, state] = stateNames[head.state];
  const { schedule } = head;
  const zone = useStoreZone();
  return (
    <AdminPage
      title={head.title}
      back={{ label: 'Reports', href: hrefOfListBehind(head.listQuery) }}
      actions={actions}
      facts={
        <>
          <span>{head.code}</span> <Badge tone={tone}>{state}</Badge>
          {head.isReleased && head.changed.length > 0 && (
            <Badge tone="open">
              {head.changed.length} unpublished {head.changed.length === 1 ? 'change' : 'changes'}
            </Badge>
          )}
          {schedule && (
            <Badge tone={schedule.failure ? 'bad' : 'open'}>
              {schedule.failure
                ? 'Was not published'
                : `Planned: ${formatMinuteIn(schedule.publishAt, zone)}`}
            </Badge>
          )}
        </>
      }
    >
      <Tabs
        label="Report"
        tabs={parts.map(([name, label]) => ({
          label: (head.mayEdit ? undefined : readingNames[name]) ?? label,
          href: withList(reportPaths[name](head.id), head.listQuery),
          isCurrent: name === part,
        }))}
      />
      {children}
    </AdminPage>
  );
}
