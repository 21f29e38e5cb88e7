/** Exported files of JSON, written while they are read. Pure. */

/** The parts of an exported file, by name; a list that may be long is read while it is written. */
export type ExportedParts = Readonly<Record<string, unknown>>;

const chunkLength = 64 * 1024;
const encoder = new TextEncoder();

/** The parts as the bytes of a JSON file for people, of which some kilobytes are in memory. */
export async function* writeJson(parts: ExportedParts): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of listPieces(parts)) {
    text += piece;
    if (text.length < chunkLength) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}

async function* listPieces(parts: ExportedParts): AsyncGenerator<string> {
  let separator = '{\n  ';
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}: `;
    if (isAsyncIterable(value)) yield* listRows(value);
    else yield indent(value, 2);
    separator = ',\n  ';
  }
  yield separator.startsWith('{') ? '{}\n' : '\n}\n';
}

async function* listRows(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n    ';
  for await (const row of rows) {
    yield separator + indent(row, 4);
    separator = ',\n    ';
  }
  yield separator.startsWith('[') ? '[]' : '\n  ]';
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const indent = (value: unknown, by: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);
