import { setImmediate as letOthersRun } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const inflateRawAsync = promisify(inflateRaw);

const endSignature = Buffer.from([0x50, 0x4b, 5, 6]);
const endBytes = 22;
const entryBytes = 46;
const maxCommentBytes = 65_535;
const maxEntries = 2000;
/** All parts together as they say themselves, so that no word processor is given a bomb. */
const maxContentBytes = 100 * 1024 * 1024;
/** Parts that are inflated and read, each and together. */
const maxPartBytes = 16 * 1024 * 1024;
const maxInflatedBytes = 32 * 1024 * 1024;

type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly contentBytes: number;
  readonly headerAt: number;
};

/** Macros, controls, embedded objects and foreign documents, by the names of their parts. */
const forbiddenParts =
  /vbaproject|vbadata|activex|oleobject|\/embeddings\/|afchunk|attachedtoolbars|customui|^basic\/|^scripts\/|\.(?:bin|exe|dll|js|vbs|html?|mht|hta|lnk)$/i;
const readParts = /\.(?:rels|xml)$/i;
/** Content types and relations of macros, controls, embedded objects and foreign documents. */
const forbiddenTypes = /macroEnabled|vbaProject|activeX|oleObject|aFChunk|&#/i;
/** One relation. An attribute may hold ">", but never "<". */
const relation = /<[\w:]{0,20}Relationship\s[^<]{1,8000}/gi;
/** Fields that start programs, scripts, and entities that grow. */
const forbiddenContent =
  /instr(?:Text)?\b[^<]{0,200}\bDDE|vnd\.sun\.star\.script|<script:|macro:\/|<!DOCTYPE|<!ENTITY/i;

/** The parts of a ZIP file by its directory; undefined for one that is broken or oversized. */
export function listZipEntries(bytes: Buffer): readonly ZipEntry[] | undefined {
  const end = bytes.lastIndexOf(endSignature);
  if (end === -1 || end < bytes.length - endBytes - maxCommentBytes) return undefined;
  if (bytes.length < end + endBytes) return undefined;
  if (bytes.length !== end + endBytes + bytes.readUInt16LE(end + 20)) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  const directoryBytes = bytes.readUInt32LE(end + 12);
  const directoryAt = bytes.readUInt32LE(end + 16);
  if (directoryAt + directoryBytes !== end || count > maxEntries) return undefined;
  const entries: ZipEntry[] = [];
  let at = directoryAt;
  for (let i = 0; i < count; i++) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== 0x02014b50) return undefined;
    const nameBytes = bytes.readUInt16LE(at + 28);
    const extraBytes = bytes.readUInt16LE(at + 30);
    const commentBytes = bytes.readUInt16LE(at + 32);
    entries.push({
      name: bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      contentBytes: bytes.readUInt32LE(at + 24),
      headerAt: bytes.readUInt32LE(at + 42),
    });
    at += entryBytes + nameBytes + extraBytes + commentBytes;
  }
  return at === end ? entries : undefined;
}

/**
 * True for a DOCX or ODT with macros, embedded objects or a template from elsewhere, and for one
 * that grows out of proportion or can't be read.
 */
export async function isActiveZip(bytes: Buffer): Promise<boolean> {
  const entries = listZipEntries(bytes);
  if (!entries) return true;
  const contentBytes = entries.reduce((sum, entry) => sum + entry.contentBytes, 0);
  if (contentBytes > maxContentBytes) return true;
  let inflatedBytes = 0;
  for (const entry of entries) {
    if (forbiddenParts.test(entry.name)) return true;
    if (!readParts.test(entry.name)) continue;
    const content = await readPart(bytes, entry, maxInflatedBytes - inflatedBytes);
    if (!content) return true;
    inflatedBytes += content.length;
    if (await isActivePart(entry.name, content)) return true;
  }
  return false;
}

async function readPart(
  bytes: Buffer,
  { method, packedBytes, contentBytes, headerAt }: ZipEntry,
  remainingBytes: number,
): Promise<Buffer | undefined> {
  const maxOutputLength = Math.min(maxPartBytes, remainingBytes);
  if (contentBytes > maxOutputLength || headerAt + 30 > bytes.length) return undefined;
  if (bytes.readUInt32LE(headerAt) !== 0x04034b50) return undefined;
  const nameBytes = bytes.readUInt16LE(headerAt + 26);
  const start = headerAt + 30 + nameBytes + bytes.readUInt16LE(headerAt + 28);
  const packed = bytes.subarray(start, start + packedBytes);
  if (method === 0) return packed;
  if (method !== 8 || maxOutputLength <= 0) return undefined;
  return inflateRawAsync(packed, { maxOutputLength }).catch(() => undefined);
}

const pieceBytes = 512 * 1024;
const overlapBytes = 8 * 1024;

/** Reads UTF-8 (and, without its zero bytes, UTF-16) piece by piece, so that others run. */
async function isActivePart(name: string, content: Buffer): Promise<boolean> {
  const isActiveText = /\.rels$|^\[Content_Types\]\.xml$/i.test(name)
    ? (text: string) => forbiddenTypes.test(text) || leadsOutside(text)
    : (text: string) => forbiddenContent.test(text);
  for (let at = 0; at < content.length; at += pieceBytes) {
    const text = content.toString('latin1', at, at + pieceBytes + overlapBytes);
    if (isActiveText(text.replaceAll('\0', ''))) return true;
    await letOthersRun();
  }
  return false;
}

/** Loads something from elsewhere. Links, and a template on the writer's own disk, are harmless. */
const leadsOutside = (text: string): boolean =>
  (text.match(relation) ?? []).some(
    (element) =>
      /TargetMode\s*=\s*["']External/i.test(element) &&
      !/Type\s*=\s*["'][^"']*\/hyperlink["']/i.test(element) &&
      !/Target\s*=\s*["']file:\/\/\/[a-z]:/i.test(element),
  );
