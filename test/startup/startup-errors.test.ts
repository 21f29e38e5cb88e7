import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFreePorts } from '../support/free-ports.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder('start');
});
afterEach(() => folder.remove());

/** Its standard error, to which refusals are written. */
type StartResult = { readonly output: string; readonly code: number | null };

/** Starts the program as npm does and answers how it ended. */
function runStart(env: Record<string, string>): Promise<StartResult> {
  const program = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  let output = '';
  program.stdout.resume();
  program.stderr.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => {
    // A program that started after all would never end.
    const killTimer = setTimeout(() => program.kill('SIGKILL'), 240_000);
    program.on('close', (code) => {
      clearTimeout(killTimer);
      resolve({ output: output.trim(), code });
    });
  });
}

async function withDatabase<T>(act: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase('demo');
  try {
    return await act(database);
  } finally {
    await database.drop();
  }
}

test('a wrong DATABASE_URL is one sentence and exit code 1', async () => {
  const { code, output } = await runStart({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(code).toBe(1);
  expect(output).toMatch(/The database of DATABASE_URL can't be reached: .+\.$/);
});

test('a taken port is one sentence and exit code 1', async () => {
  const port = await findFreePorts();
  const holder = net.createServer();
  await new Promise<void>((resolve) => holder.listen(port, '0.0.0.0', resolve));
  const { code, output } = await withDatabase((database) =>
    runStart({ PORT: String(port), DATABASE_URL: database.url }),
  );
  await new Promise((resolve) => holder.close(resolve));
  expect(code).toBe(1);
  expect(output).toContain(
    `Port ${port} for the site is taken by another program: end that one, or set PORT to a free one.`,
  );
});

test('a taken port of a simulator is one sentence that names port and variable', async () => {
  const sitePort = await findFreePorts();
  const holder = net.createServer();
  await new Promise<void>((resolve) => holder.listen(sitePort + 3, '127.0.0.1', resolve));
  const { code, output } = await withDatabase((database) =>
    runStart({ PORT: String(sitePort), DATABASE_URL: database.url }),
  );
  await new Promise((resolve) => holder.close(resolve));
  expect(code).toBe(1);
  expect(output).toBe(
    `Port ${sitePort + 3} for the captcha simulator is taken by another program: end that one, or ` +
      `set PORT so that the four ports after it are free (now ${sitePort}), or set ` +
      'TURNSTILE_SITE_KEY and TURNSTILE_SECRET.',
  );
});

test("a data folder that can't be made is one sentence and exit code 1", async () => {
  writeFileSync(path.join(folder.path, 'file'), '');
  const { code, output } = await runStart({ DATA_DIR: path.join(folder.path, 'file', 'data') });
  expect(code).toBe(1);
  expect(output).toMatch(/^The data folder .+ can't be written: /);
});

test('F-03 a data folder that another Reportstand uses is one sentence and exit code 1', async () => {
  writeFileSync(path.join(folder.path, 'running'), String(process.ppid));
  const { code, output } = await runStart({});
  expect(code).toBe(1);
  expect(output).toMatch(/^Another Reportstand \(process \d+\) uses the data folder/);
});

test('a database of a newer program is one sentence and exit code 1', async () => {
  const { code, output } = await withDatabase(async (database) => {
    await database.pool.query(
      "insert into schema_migration (name, timestamp) values ('9999_from_the_future', now()::text)",
    );
    return runStart({ DATABASE_URL: database.url });
  });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The database has been used by a newer Reportstand \(it holds 9999_from_the_future/,
  );
});

test('a database whose migrations ran in another order is one sentence that names it', async () => {
  const { code, output } = await withDatabase(async (database) => {
    await database.pool.query("delete from schema_migration where name like '0003%'");
    return runStart({ DATABASE_URL: database.url });
  });
  expect(code).toBe(1);
  expect(output).toMatch(/^The database ran migrations after 0003_\w+, which this program has and/);
});

test('A-09 production refuses local simulators and names what is missing', async () => {
  const { code, output } = await runStart({ REPORTSTAND_ENV: 'production' });
  expect(code).toBe(1);
  expect(output).toMatch(
    /^Production does not run with local simulators: set DATABASE_URL, PAYPAL_BASE_URL/,
  );
});
