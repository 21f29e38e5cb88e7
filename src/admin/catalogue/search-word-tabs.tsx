import { Tabs } from '#admin/frame/blocks.tsx';

/** The two pages about what visitors type. */
export const SearchWordTabs = ({ current }: { readonly current: 'synonyms' | 'missed' }) => (
  <Tabs
    label="Search words"
    tabs={[
      {
        label: 'Words that mean the same',
        href: '/admin/synonyms',
        isCurrent: current === 'synonyms',
      },
      {
        label: 'Searches that found nothing',
        href: '/admin/synonyms/missed',
        isCurrent: current === 'missed',
      },
    ]}
  />
);
