import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const checkImports = (...what: string[]) =>
  spawnSync('node_modules/.bin/depcruise', ['--config', '.dependency-cruiser.cjs', ...what], {
    encoding: 'utf8',
  });

test('arrows point inward', () => {
  const { status, stdout } = checkImports('src');
  expect(stdout).toContain('no dependency violations');
  expect(status).toBe(0);
});

test.each([
  [
    'src/core/catalogue/violation.ts',
    "import '../../server/http/security-headers.ts';\n",
    'core-imports-only-core',
  ],
  ['src/core/catalogue/violation.ts', "import 'pdfkit';\n", 'core-imports-no-vendor'],
  ['src/site/violation.ts', "import '../core/orders/index.ts';\n", 'pages-get-the-app-by-context'],
  ['src/ui/violation.ts', "import '../site/texts.ts';\n", 'ui-imports-no-domain'],
])('%s that imports %j is a violation', (file, line, rule) => {
  writeFileSync(file, line);
  try {
    const { status, stdout } = checkImports(file);
    expect(stdout).toContain(rule);
    expect(status).not.toBe(0);
  } finally {
    rmSync(file);
  }
});
