import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ViteDevServer } from 'vite';

/**
 * An error as Vite's overlay shows it: a sentence, and the place in a file of ours if it is known.
 */
export type DevError = {
  readonly message: string;
  readonly stack: string;
  readonly id?: string;
  readonly frame?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
};

type Location = NonNullable<DevError['loc']>;

/**
 * Anything thrown, with file and line: a syntax error's, a migration's, or the first frame of ours.
 */
export function describeError(
  vite: ViteDevServer,
  thrown: unknown,
  changedMigration?: string,
): DevError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  vite.ssrFixStacktrace(error);
  const details = error as Error & { id?: string; frame?: string; loc?: Location };
  const loc =
    normalizeLocation(details) ??
    locateInMigration(error, changedMigration) ??
    locateInStack(stripVTControlCharacters(`${error.message}\n${error.stack}`));
  const message = stripVTControlCharacters(error.message);
  return {
    message: loc ? `${message}\n${formatLocation(loc)}` : message,
    stack: stripVTControlCharacters(error.stack ?? ''),
    ...(loc ? { id: loc.file, loc, frame: details.frame ?? readFrame(loc) } : {}),
  };
}

const formatLocation = ({ file, line, column }: Location): string =>
  `${path.relative(process.cwd(), file)}:${line}:${column}`;

function normalizeLocation({ id, loc }: { id?: string; loc?: Location }): Location | undefined {
  const file = loc?.file ?? id;
  return loc && file ? { file, line: loc.line, column: loc.column } : undefined;
}

/** PostgreSQL tells a failing statement's position as characters from the file's beginning. */
function locateInMigration(error: Error, migration: string | undefined): Location | undefined {
  const { position } = error as Error & { position?: string };
  if (!migration || position === undefined) return undefined;
  const before = readFileSync(migration, 'utf8')
    .slice(0, Number(position) - 1)
    .split('\n');
  return { file: migration, line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** The first "src/…:line:column" of a text. */
function locateInStack(text: string): Location | undefined {
  const found = /((?:\/[^\s():]*)?\/?(?:src|db|simulators)\/[^\s():]+\.\w+):(\d+):(\d+)/.exec(text);
  if (!found) return undefined;
  const [, file = '', line, column] = found;
  return { file: path.resolve(file), line: Number(line), column: Number(column) };
}

/** Three lines around the place, the one that it is in marked. */
function readFrame({ file, line }: Location): string {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const from = Math.max(1, line - 2);
    return lines
      .slice(from - 1, line + 2)
      .map((text, i) => `${from + i === line ? '>' : ' '} ${from + i} | ${text}`)
      .join('\n');
  } catch {
    return '';
  }
}

/** A page that is nothing but the overlay; it reloads with the next change, as every page does. */
export function renderErrorPage(error: DevError): string {
  const json = JSON.stringify(error).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Error</title></head>
<body>
<script type="module">
import { ErrorOverlay } from '/@vite/client';
document.body.append(new ErrorOverlay(${json}));
</script>
</body>
</html>
`;
}
