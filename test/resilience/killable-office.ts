/**
 * The built product in a process of its own that kills itself (SIGKILL) once so many forms of staff
 * have done their work: all of it is committed, and none of them is answered. Argument: an OfficeRun
 * as JSON.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnswerOnce } from '#core/kernel/answer-once.ts';
import { deriveQuickKey } from '../support/derive-quick-key.ts';

export type OfficeRun = {
  readonly env: Readonly<Record<string, string>>;
  readonly forms: number;
};

const run = JSON.parse(process.argv[2] ?? '{}') as OfficeRun;
const entry = pathToFileURL(path.resolve('dist/server/index.js')).href;
const program = (await import(entry)) as typeof import('#src/main.ts');
const { app, url } = await program.startApp(program.readConfig({ ...run.env }), {
  build: program,
  printLine: () => {},
  replacedDeps: { derivePasswordKey: deriveQuickKey },
});

const { answerOnce } = app;
let done = 0;
const answerNone: AnswerOnce['answer'] = (request, answer) =>
  answerOnce.answer(request, async () => {
    await answer();
    if (++done === run.forms) process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  });
Object.assign(app, { answerOnce: { answer: answerNone } });
console.log(`open: ${url}`);
