import type { ReactNode } from 'react';
import { DefinitionRows } from '#ui/definition-rows.tsx';
import { Time } from './times.tsx';

/** A state in a word; the colour repeats what the word says. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'good' | 'bad' | 'open';
  readonly children: ReactNode;
}) => (
  <span className="admin-badge" data-tone={tone}>
    {children}
  </span>
);

/** Names and values in two columns. */
export const DefinitionList = ({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className="admin-definitions">
    <DefinitionRows rows={rows} />
  </dl>
);

/** Parts of one thing, each at an address of its own. */
export const Tabs = ({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly {
    readonly label: string;
    readonly href: string;
    readonly isCurrent: boolean;
    readonly count?: number;
  }[];
}) => (
  <nav className="admin-tabs" aria-label={label}>
    {tabs.map((tab) => (
      <a key={tab.href} href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
        {tab.label}
        {tab.count === undefined ? '' : ` (${tab.count})`}
      </a>
    ))}
  </nav>
);

export type TimelineEntry = {
  readonly key: string;
  readonly at: Date;
  readonly title: ReactNode;
  /** Who did it: a person, a job, PayPal. */
  readonly by?: string | undefined;
  readonly detail?: ReactNode;
  readonly tone?: 'good' | 'bad';
};

/** The events in the order that is given; nothing if there are none. */
export const Timeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) =>
  entries.length > 0 && (
    <ol className="admin-timeline">
      {entries.map(({ key, at, title, by, detail, tone }) => (
        <li key={key} data-tone={tone}>
          <p>
            <b>{title}</b> {by && <span className="admin-by">{by}</span>}
          </p>
          <p className="admin-by">
            <Time at={at} />
          </p>
          {detail && <div>{detail}</div>}
        </li>
      ))}
    </ol>
  );
