import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const cruise = (...what: string[]) =>
  spawnSync('node_modules/.bin/depcruise', ['--config', '.dependency-cruiser.cjs', ...what], {
    encoding: 'utf8',
  });

test('arrows point inward', () => {
  const { status, stdout } = cruise('src');
  expect(stdout).toContain('no dependency violations');
  expect(status).toBe(0);
});

test.each([
  [
    'src/core/catalogue/violation.ts',
    "import '../../server/headers.ts';\n",
    'core-points-at-nothing-of-ours',
  ],
  ['src/core/catalogue/violation.ts', "import 'pdfkit';\n", 'core-knows-no-vendor'],
  ['src/site/violation.ts', "import '../core/orders/index.ts';\n", 'pages-are-handed-the-shop'],
  ['src/ui/violation.ts', "import '../site/texts.ts';\n", 'blocks-know-no-business'],
])('%s that imports %j is a violation', (file, line, rule) => {
  writeFileSync(file, line);
  try {
    const { status, stdout } = cruise(file);
    expect(stdout).toContain(rule);
    expect(status).not.toBe(0);
  } finally {
    rmSync(file);
  }
});
