import { paths } from '#src/paths.ts';

/** Pages that nobody searches for: visitors' own pages, and calls of our scripts. */
const closedPaths = ['/buy-now', '/payment-success', '/profile', '/admin'];
const closedFolders = ['/download/', '/paper/', '/certificate/', '/data/'];

/**
 * Writes robots.txt (RFC 9309): the paths closed to crawlers, and the sitemaps. A rule fits every
 * address that begins with it, so a path is closed with what may follow it: "/profile-extrusions"
 * is a report.
 */
export const writeRobots = (origin: string): string =>
  [
    'User-agent: *',
    ...[
      ...closedPaths.flatMap((path) => [`${path}$`, `${path}?`, `${path}/`]),
      ...closedFolders,
    ].map((rule) => `Disallow: ${rule}`),
    '',
    `Sitemap: ${origin}${paths.sitemap()}`,
    '',
  ].join('\n');
