/** Scripts of public pages, as texts: those of every page, and those of each island by its name. */
export type PageScripts = {
  readonly everyPage: readonly string[];
  readonly islands: ReadonlyMap<string, readonly string[]>;
};

/** Vite's manifest: the built file of each source, and what it imports. */
export type Manifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
    }
  >
>;

const loader = 'src/site/islands/runtime/loader.ts';
const component = /\/islands\/components\/([\w-]+)\.tsx$/;
const enhancement = /\/islands\/enhancements\//;

/** Finds the scripts in the islands' manifest, and reads them. React itself knows no class. */
export function readPageScripts(
  manifest: Manifest,
  readScript: (file: string) => string,
): PageScripts {
  const readWithImports = (keys: readonly string[]): string[] =>
    Array.from(listFiles(manifest, keys), readScript);
  const loaded = manifest[loader]?.dynamicImports ?? [];
  return {
    everyPage: readWithImports([loader, ...loaded.filter((key) => enhancement.test(key))]),
    islands: new Map(
      loaded.flatMap((key) => {
        const name = component.exec(key)?.[1];
        return name === undefined ? [] : [[name, readWithImports([key])]];
      }),
    ),
  };
}

/** The files of these modules and of everything that they import at once. */
export function listFiles(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (key: string): void => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    files.add(entry.file);
    entry.imports?.forEach(add);
  };
  keys.forEach(add);
  return files;
}
