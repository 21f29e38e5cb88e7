type NamePatterns = readonly (readonly [pattern: RegExp, name: string])[];

const browsers: NamePatterns = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom/, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: NamePatterns = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** The first match counts: most browsers name several others in their user agent too. */
const findName = (patterns: NamePatterns, userAgent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Firefox on Windows" from a user agent; "Unknown browser" if its name says nothing. */
export function describeBrowser(userAgent: string): string {
  const browser = findName(browsers, userAgent) ?? 'Unknown browser';
  const system = findName(systems, userAgent);
  return system ? `${browser} on ${system}` : browser;
}
