/**
 * Fails if a package that runs in production has a known vulnerability of high or critical
 * severity, as the registry's database of advisories says. A registry that answers no such question
 * (a mirror, or none within reach) is named, and nothing fails.
 */
import { spawnSync } from 'node:child_process';

type Audit = {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >;
};

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  shell: process.platform === 'win32',
});
const { vulnerabilities } = parse(stdout ?? '');
if (!vulnerabilities) {
  console.log('The registry does not answer which packages are vulnerable: not checked.');
} else {
  const grave = Object.values(vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, range, severity } of grave) console.error(`${severity}: ${name} ${range}`);
  console.log(`${grave.length} grave vulnerabilities in packages of production.`);
  process.exitCode = grave.length === 0 ? 0 : 1;
}

function parse(text: string): Audit {
  try {
    return JSON.parse(text) as Audit;
  } catch {
    return {};
  }
}
