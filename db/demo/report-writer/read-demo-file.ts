import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A function that reads a JSON file of the folder by its name. It answers undefined if there is
 * no such file and throws if the file is not JSON.
 */
export const createDemoFileReader =
  (folder: string) =>
  (name: string): unknown => {
    const file = path.join(folder, name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : undefined;
  };
