import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import { appendToRoot, emptyCoreProperties, emptyCustomProperties } from './office-properties.ts';
import type { GoodsZip } from './goods-zip.ts';
import { writeZipBody } from './prepare-zip.ts';
import type { ZipMaster } from './zip-master.ts';

export type OfficeKind = 'xlsx' | 'docx' | 'pptx';

const mainContentTypes: Readonly<Record<OfficeKind, RegExp>> = {
  xlsx: /spreadsheetml\.(sheet|template)\.main\+xml/,
  docx: /wordprocessingml\.(document|template)\.main\+xml/,
  pptx: /presentationml\.(presentation|slideshow|template)\.main\+xml/,
};
const relationshipTypes = {
  core: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  custom: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties',
} as const;
const contentTypes = {
  core: 'application/vnd.openxmlformats-package.core-properties+xml',
  custom: 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
} as const;

/** undefined for a ZIP that is not an Office file. Throws a GoodsRefusal for one with macros. */
export async function findOfficeKind(zip: GoodsZip): Promise<OfficeKind | undefined> {
  const entry = zip.find('[Content_Types].xml');
  if (!entry) return undefined;
  const xml = decodeXml(await zip.read(entry));
  const hasMacros =
    /macroEnabled|\.binary\./i.test(xml) ||
    zip.entries.some(({ name }) => /vbaProject\.bin$|xl\/macrosheets\//i.test(name));
  if (hasMacros) throw new GoodsRefusal(goodsRefusals.macros);
  const kinds = Object.keys(mainContentTypes) as OfficeKind[];
  return kinds.find((kind) => mainContentTypes[kind].test(xml));
}

/** A prepared Office file; `pages` are a document's pages or a presentation's slides. */
export type PreparedOffice = {
  readonly master: ZipMaster;
  readonly title: string | undefined;
  readonly pages: number | undefined;
};

/**
 * Writes the body of all readers' copies. Only the properties are written anew for each reader; the
 * list of content types and the package's relationships name them, and every other part stays as it
 * is, byte for byte.
 */
export async function prepareOffice(zip: GoodsZip, bodyPath: string): Promise<PreparedOffice> {
  const types = zip.find('[Content_Types].xml');
  const relationships = zip.find('_rels/.rels');
  if (!types || !relationships) throw new GoodsRefusal(goodsRefusals.damagedZip);
  const typesXml = decodeXml(await zip.read(types));
  const relationshipsXml = decodeXml(await zip.read(relationships));
  const core = await readProperties(zip, relationshipsXml, 'core');
  const custom = await readProperties(zip, relationshipsXml, 'custom');
  const body = await writeZipBody(zip, bodyPath, {
    replaced: new Map([
      [types.name, declareTypes(typesXml, { core: core.name, custom: custom.name })],
      [relationships.name, declareRelationships(relationshipsXml, { core, custom })],
    ]),
    omitted: new Set([core.name, custom.name]),
  });
  const title = /<(?:[\w.-]+:)?title(?:\s[^>]*)?>([^<]*)</.exec(core.xml)?.[1]?.trim();
  return {
    master: {
      ...body,
      office: {
        core: { name: core.name, xml: core.xml },
        custom: { name: custom.name, xml: custom.xml },
      },
    },
    title: title || undefined,
    pages: await readPageCount(zip),
  };
}

type Properties = { readonly name: string; readonly xml: string; readonly isDeclared: boolean };

async function readProperties(
  zip: GoodsZip,
  relationshipsXml: string,
  kind: 'core' | 'custom',
): Promise<Properties> {
  const relationship = Array.from(
    relationshipsXml.matchAll(/<(?:[\w.-]+:)?Relationship\s[^>]*>/g),
    ([tag]) => tag,
  ).find((tag) => new RegExp(`${kind}-properties["']`).test(tag));
  const target = /\bTarget\s*=\s*["']\/?([^"']+)["']/.exec(relationship ?? '')?.[1];
  const entry = target === undefined ? undefined : zip.find(target);
  const empty = kind === 'core' ? emptyCoreProperties : emptyCustomProperties;
  if (entry) {
    const xml = decodeXml(await zip.read(entry));
    // Without a closing tag there is nothing to add to.
    return { name: entry.name, xml: xml.includes('</') ? xml : empty, isDeclared: true };
  }
  return {
    name: target ?? `docProps/${kind}.xml`,
    xml: empty,
    isDeclared: target !== undefined,
  };
}

function declareTypes(xml: string, names: Record<'core' | 'custom', string>): string {
  const missing = (['core', 'custom'] as const).filter((kind) => !xml.includes(`/${names[kind]}"`));
  const prefix = /<\/([\w.-]+:)?Types>/.exec(xml)?.[1] ?? '';
  const elements = missing.map(
    (kind) => `<${prefix}Override PartName="/${names[kind]}" ContentType="${contentTypes[kind]}"/>`,
  );
  return elements.length === 0 ? xml : appendToRoot(xml, elements.join(''));
}

function declareRelationships(xml: string, parts: Record<'core' | 'custom', Properties>): string {
  const missing = (['core', 'custom'] as const).filter((kind) => !parts[kind].isDeclared);
  const prefix = /<\/([\w.-]+:)?Relationships>/.exec(xml)?.[1] ?? '';
  const elements = missing.map(
    (kind) =>
      `<${prefix}Relationship Id="rsLicence${kind}" Type="${relationshipTypes[kind]}" ` +
      `Target="${parts[kind].name}"/>`,
  );
  return elements.length === 0 ? xml : appendToRoot(xml, elements.join(''));
}

async function readPageCount(zip: GoodsZip): Promise<number | undefined> {
  const entry = zip.find('docProps/app.xml');
  if (!entry) return undefined;
  const xml = decodeXml(await zip.read(entry));
  const count = Number(/<(?:[\w.-]+:)?(?:Pages|Slides)>(\d{1,5})</.exec(xml)?.[1] ?? 0);
  return count > 0 ? count : undefined;
}

/**
 * An XML part as text, to be written as UTF-8. Throws a GoodsRefusal for one that defines entities,
 * which no Office program writes.
 */
function decodeXml(bytes: Buffer): string {
  const encoding = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[
    bytes.length > 1 ? bytes.readUInt16BE(0) : 0
  ];
  const xml = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new GoodsRefusal(goodsRefusals.damagedZip);
  return encoding === undefined ? xml : xml.replace(/encoding=["'][^"']*["']/, 'encoding="UTF-8"');
}
