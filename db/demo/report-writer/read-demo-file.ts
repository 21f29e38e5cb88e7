import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Reads a JSON file of db/demo by its name; undefined where there is none. Throws where it is not
 * JSON.
 */
export const createDemoFileReader =
  (folder: string) =>
  (name: string): unknown => {
    const file = path.join(folder, name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
  };
