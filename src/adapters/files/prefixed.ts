import type { FileStorage, StoredFile } from '#core/deps.ts';

/** A part of a storage: all keys of `files` that begin with the prefix, without it. */
export function createPrefixedFileStorage(files: FileStorage, prefix: string): FileStorage {
  return {
    put: (key, content) => files.put(prefix + key, content),
    read: (key, range) => files.read(prefix + key, range),
    getSizeBytes: (key) => files.getSizeBytes(prefix + key),
    remove: (key) => files.remove(prefix + key),
    move: (key, to) => files.move(prefix + key, prefix + to),
    list: (ofKeys) => listWithout(files, prefix, ofKeys),
  };
}

async function* listWithout(
  files: FileStorage,
  prefix: string,
  ofKeys: string,
): AsyncGenerator<StoredFile> {
  for await (const { key, changedAt } of files.list(prefix + ofKeys))
    yield { key: key.slice(prefix.length), changedAt };
}
