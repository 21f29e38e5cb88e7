import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { OpenedZip } from '../../kernel/opened-zip.model.ts';

/** All parts together as they say themselves, so that no word processor is given a bomb. */
const maxContentBytes = 100 * 1024 * 1024;
/** Parts that are inflated and read, each and together. */
const maxPartBytes = 16 * 1024 * 1024;
const maxInflatedBytes = 32 * 1024 * 1024;

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

/**
 * True for a DOCX or ODT with macros, embedded objects or a template from elsewhere, and for one
 * that grows out of proportion or can't be read.
 */
export async function isActiveZip(zip: OpenedZip): Promise<boolean> {
  if (zip.bytes > maxContentBytes) return true;
  let inflatedBytes = 0;
  for (const name of zip.names) {
    if (forbiddenParts.test(name)) return true;
    if (!readParts.test(name)) continue;
    const content = await zip.read(name, Math.min(maxPartBytes, maxInflatedBytes - inflatedBytes));
    if (!content) return true;
    inflatedBytes += content.length;
    if (await isActivePart(name, content)) return true;
  }
  return false;
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
