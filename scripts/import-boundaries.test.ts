import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../test/support/temporary-folder.ts';
import { findInTool, installTool } from './support/install-tool.ts';

/** Each imports what it must not; what it imports needs no content to be found. */
const violations = [
  {
    file: 'src/core/catalogue/inward-violation.ts',
    imported: 'src/server/http/security-headers.ts',
    rule: 'core-imports-only-core',
  },
  {
    file: 'src/core/catalogue/vendor-violation.ts',
    imported: 'pdfkit',
    rule: 'core-imports-no-vendor',
  },
  {
    file: 'src/core/catalogue/writing/violation.ts',
    imported: 'src/core/catalogue/editing/index.ts',
    rule: 'writing-knows-no-editing',
  },
  {
    file: 'src/core/catalogue/drawing/violation.model.ts',
    imported: 'src/core/catalogue/figures/forecast.ts',
    rule: 'facts-are-made-when-somebody-writes',
  },
  {
    file: 'src/core/catalogue/reports/violation.model.ts',
    imported: 'src/core/catalogue/figures/statistics.ts',
    rule: 'facts-are-made-when-somebody-writes',
  },
  {
    file: 'src/site/catalogue/violation.ts',
    imported: 'src/core/catalogue/reports/describe-report.ts',
    rule: 'pages-get-the-app-by-context',
  },
  {
    file: 'src/site/violation.ts',
    imported: 'src/core/orders/index.ts',
    rule: 'pages-get-the-app-by-context',
  },
  {
    file: 'src/ui/violation.ts',
    imported: 'src/site/texts.ts',
    rule: 'ui-imports-no-domain',
  },
  {
    file: 'simulators/violation.ts',
    imported: 'src/paths.ts',
    rule: 'simulators-stand-apart',
  },
  {
    file: 'src/adapters/violation.ts',
    imported: 'simulators/vies.ts',
    rule: 'only-boot-loads-the-simulators',
  },
];

/** A project of these violations alone, under our own rules. */
function writeViolations(folder: string): void {
  for (const name of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json'])
    copyFileSync(name, path.join(folder, name));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const write = (file: string, text: string): void => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const { file, imported } of violations) {
    const isOurs = imported.includes('/');
    if (isOurs) write(imported, 'export {};\n');
    const from = isOurs ? path.relative(path.dirname(file), imported) : imported;
    write(file, `import '${from}';\n`);
  }
}

beforeAll(() => installTool('checks'));

test('an import that points outward is a violation of its rule', () => {
  const folder = createTemporaryFolder('import-boundaries');
  writeViolations(folder.path);
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      findInTool('checks', 'dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      'src',
      'simulators',
    ],
    { encoding: 'utf8', cwd: folder.path },
  );
  folder.remove();
  for (const { file, rule } of violations)
    expect(stdout.split('\n')).toContainEqual(expect.stringMatching(`${rule}.*${file}`));
  expect(stdout).toContain(`${violations.length} dependency violations`);
  expect(status).not.toBe(0);
});
