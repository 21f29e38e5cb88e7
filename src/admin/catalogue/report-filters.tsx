import { FilterBar, SelectFilter, TextFilter } from '#admin/frame/filter-bar.tsx';
import type { ListAddress } from '#admin/frame/list-address.ts';

const views = [
  { label: 'Drafts', filters: { view: 'drafts' } },
  { label: 'Mine', filters: { view: 'mine' } },
  { label: 'Scheduled', filters: { view: 'scheduled' } },
  { label: 'Stale', filters: { view: 'stale' } },
  { label: 'Nothing to deliver', filters: { view: 'unsold' } },
];

/** The states of reports, as staff read them. */
export const reportStates = [
  ['draft', 'Draft'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
  ['withdrawn', 'Withdrawn'],
] as const;

const checkNames = [
  ['clear', 'Can be published'],
  ['blocking', 'Can’t be published'],
  ['any', 'With warnings'],
] as const;

/** What the list of reports can be narrowed by. */
export const ReportFilters = ({
  list,
  currency,
  industries,
}: {
  readonly list: ListAddress;
  readonly currency: string;
  readonly industries: readonly (readonly [slug: string, name: string])[];
}) => (
  <FilterBar list={list} views={views}>
    <TextFilter list={list} name="words" label="Title or code" />
    <SelectFilter list={list} name="state" label="State" options={reportStates} />
    <SelectFilter list={list} name="industry" label="Industry" options={industries} />
    <TextFilter list={list} name="author" label="Author" />
    <TextFilter list={list} name="year" label="Year" />
    <TextFilter list={list} name="min" label={`Price from ${currency}`} />
    <TextFilter list={list} name="max" label={`Price to ${currency}`} />
    <SelectFilter list={list} name="checks" label="Checks" options={checkNames} />
  </FilterBar>
);
