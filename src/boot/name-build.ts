import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../settings/config.ts';

type Simulators = {
  readonly paypal: { readonly origin: string };
  readonly turnstile: { readonly origin: string };
};

/**
 * A name of all that decides what pages look like beside the database: the build, the settings that
 * pages show or follow, and the publisher's pictures. Two programs with one name make the same pages.
 * undefined without a finished build (in development), and if no pages are to be kept.
 */
export function nameBuild(config: Config, simulators: Simulators): string | undefined {
  const stampFile = path.join(config.root, 'stamp');
  if (config.maxKeptPagesBytes === 0 || !existsSync(stampFile)) return undefined;
  const { origin, isProduction, isUnsafeTest, paypal, smtpUrl, turnstile, viesUrl } = config;
  const { analyticsScriptUrl, indexNow, cdn } = config;
  const shown = [
    readFileSync(stampFile, 'utf8'),
    process.version,
    origin,
    isProduction,
    isUnsafeTest,
    [paypal, smtpUrl, turnstile, viesUrl].map((service) => service !== undefined),
    [paypal ? '' : simulators.paypal.origin, turnstile?.siteKey ?? simulators.turnstile.origin],
    [analyticsScriptUrl, indexNow?.key, cdn?.by],
    listFiles(path.join(config.dataDir, 'pictures')),
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

/** Names and sizes. */
function listFiles(folder: string): readonly (readonly [string, number])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => [path.relative(folder, file), statSync(file).size] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
