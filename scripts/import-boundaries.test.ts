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

const violations = [
  {
    file: 'src/core/catalogue/inward-violation.ts',
    line: "import '../../server/http/security-headers.ts';\n",
    rule: 'core-imports-only-core',
  },
  {
    file: 'src/core/catalogue/vendor-violation.ts',
    line: "import 'pdfkit';\n",
    rule: 'core-imports-no-vendor',
  },
  {
    file: 'src/site/violation.ts',
    line: "import '../core/orders/index.ts';\n",
    rule: 'pages-get-the-app-by-context',
  },
  {
    file: 'src/ui/violation.ts',
    line: "import '../site/texts.ts';\n",
    rule: 'ui-imports-no-domain',
  },
];

test('an import that points outward is a violation of its rule', () => {
  for (const { file, line } of violations) writeFileSync(file, line);
  try {
    const { status, stdout } = checkImports(...violations.map(({ file }) => file));
    for (const { file, rule } of violations)
      expect(stdout.split('\n')).toContainEqual(expect.stringMatching(`${rule}.*${file}`));
    expect(status).not.toBe(0);
  } finally {
    for (const { file } of violations) rmSync(file);
  }
});
