import type { SaxesParser } from 'saxes';
import { UnreadableFileError } from '#core/imports/sheet.model.ts';

export type XmlHandlers = {
  /** Names come without their namespace's prefix. */
  readonly onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly onClose?: (name: string) => void;
  readonly onText?: (text: string) => void;
};

/** The most bytes between two tags: the parser holds them all in memory. */
const maxTextBytes = 8 * 2 ** 20;

/**
 * Parses as the chunks come, and yields after each chunk so that the caller can hand on what it
 * has. Throws UnreadableFileError for XML that is not well formed or that declares entities.
 */
export async function* parseXml(
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  let bytesSinceTag = 0;
  const forgetBytes = (): void => void (bytesSinceTag = 0);
  listen(parser, handlers, forgetBytes);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    bytesSinceTag += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (bytesSinceTag > maxTextBytes)
      throw new UnreadableFileError('The file has a cell that is too long. Shorten it.');
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** The whole of a small part. */
export async function parseWholeXml(
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const _ of parseXml(chunks, handlers));
}

function listen(parser: SaxesParser, handlers: XmlHandlers, onTag: () => void): void {
  const { onOpen, onClose, onText } = handlers;
  parser.on('error', (error) => {
    throw new UnreadableFileError('The file is damaged. Save it again and send it.', {
      cause: error,
    });
  });
  parser.on('doctype', () => {
    throw new UnreadableFileError(
      'The file declares XML entities, which no spreadsheet needs. Save it again as .xlsx.',
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    onTag();
    onOpen(withoutPrefix(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    onTag();
    onClose?.(withoutPrefix(name));
  });
  if (onText) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);
