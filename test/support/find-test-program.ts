import path from 'node:path';

/** The built program of that name (test-programs.ts); undefined outside a run of the tests. */
export function findTestProgram(name: string): string | undefined {
  const built = process.env['TEST_PROGRAMS'];
  return built === undefined ? undefined : path.join(built, `${name}.js`);
}
