import type { WordKind } from '#core/catalogue/search/search-word.model.ts';
import { Tabs } from '#admin/frame/blocks.tsx';

export const kindNames: Readonly<Record<WordKind, string>> = {
  synonym: 'Synonym',
  acronym: 'Acronym',
  alias: 'Other name',
  country: 'Country',
  company: 'Company',
  language: 'Other language',
  formula: 'Chemical formula',
  element: 'Chemical element',
  pin: 'Shown first',
  hide: 'Hidden',
};

const tabs = [
  ['synonyms', 'What words mean', '/admin/synonyms'],
  ['placed', 'First and hidden reports', '/admin/synonyms/reports'],
  ['missed', 'Searches that found nothing', '/admin/synonyms/missed'],
] as const;

/** The pages about what visitors type. */
export const SearchWordTabs = ({ current }: { readonly current: (typeof tabs)[number][0] }) => (
  <Tabs
    label="Search words"
    tabs={tabs.map(([name, label, href]) => ({ label, href, isCurrent: name === current }))}
  />
);
