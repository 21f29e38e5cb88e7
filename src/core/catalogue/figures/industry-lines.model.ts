/** An industry at a glance: one thin line for each report. Pure. */

export const industryLinesSize = { width: 140, height: 32 } as const;

/** The lines of each industry's reports as one path, by the industry's slug. */
export function joinIndustryLines(
  reports: readonly { readonly industrySlug: string; readonly line: string }[],
): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const { industrySlug, line } of reports)
    lines.set(industrySlug, (lines.get(industrySlug) ?? '') + line);
  return lines;
}
