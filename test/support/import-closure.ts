import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const aliases = readAliases();

/** Run-time imports by file, read once. */
const importsByFile = new Map<string, string[]>();

/**
 * Everything that `entries` import at run time, directly or through others: our files by their path
 * from the project's folder (the entries too), packages and built-in modules by their names.
 */
export function findImportClosure(entries: readonly string[]): Set<string> {
  const closure = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (closure.has(file)) continue;
    closure.add(file);
    pending.push(...listImports(file));
  }
  return closure;
}

/** Direct imports of one file; type imports are not there at run time and don't count. */
function listImports(file: string): string[] {
  const known = importsByFile.get(file);
  if (known) return known;
  const imports = isOwnSource(file) ? parseImports(file) : [];
  importsByFile.set(file, imports);
  return imports;
}

const isOwnSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && existsSync(path.join(root, file));

const importPattern =
  /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s)?\s*'([^']+)'|\bimport\('([^']+)'\)/gm;

function parseImports(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(importPattern)].map(([, staticName, dynamicName]) =>
    resolveName(file, staticName ?? dynamicName ?? ''),
  );
}

function resolveName(importer: string, name: string): string {
  if (name.startsWith('.')) return path.join(path.dirname(importer), name);
  const alias = aliases.find(({ prefix }) => name.startsWith(prefix));
  return alias ? alias.folder + name.slice(alias.prefix.length) : name;
}

/** The `imports` of package.json, as "#core/" to "src/core/". */
function readAliases(): { prefix: string; folder: string }[] {
  const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  return Object.entries(imports).map(([name, target]) => ({
    prefix: name.replace('*', ''),
    folder: path.normalize(target.replace('*', '')),
  }));
}
