import type { Facets } from '#core/catalogue/search/facets.model.ts';
import type { Choice } from './facet-choices.tsx';

const maxYears = 4;

/** Years between the newest and the earliest group. */
const singleYears = 2;

/**
 * Many years as four choices: "2025 or later" and "2021 or earlier" stand for several, whose years
 * their values list. Each year alone where an address has chosen a part of such a group.
 */
export function groupYears(counts: Facets['dataYears'], chosen: readonly string[]): Choice[] {
  const groups = [
    counts.slice(0, 2),
    ...counts.slice(2, 2 + singleYears).map((count) => [count]),
    counts.slice(2 + singleYears),
  ];
  const isPart = (group: Facets['dataYears']): boolean => {
    const ticked = group.filter(({ value }) => chosen.includes(String(value))).length;
    return ticked > 0 && ticked < group.length;
  };
  const areGrouped = counts.length > maxYears && !groups.some(isPart);
  const shown = areGrouped ? groups : counts.map((count) => [count]);
  return shown.map((group, index) => ({
    value: group.map(({ value }) => value).join(','),
    label: nameGroup(group, index === 0),
    reports: group.reduce((sum, { reports }) => sum + reports, 0),
  }));
}

function nameGroup(years: Facets['dataYears'], isNewest: boolean): string {
  const [first, last] = [years[0]?.value, years.at(-1)?.value];
  if (first === last) return String(first);
  return isNewest ? `${last} or later` : `${first} or earlier`;
}
