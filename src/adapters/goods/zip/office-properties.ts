import escapeHtml from 'escape-html';
import { formatStamp, type Stamp } from '#core/orders/delivery/stamp.model.ts';

/** The parts of an Office file that say what it is and whose it is (ECMA-376, part 2, 11). */
export const emptyCoreProperties =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/"></cp:coreProperties>';
export const emptyCustomProperties =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties">' +
  '</Properties>';

/** XML 1.0 has no control characters, not even escaped: they are left out. */
const escapeXml = (text: string): string =>
  escapeHtml(
    text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  );

/** Inserts a text before the root's closing tag. Throws if there is none. */
export function appendToRoot(xml: string, text: string): string {
  const end = xml.trimEnd().lastIndexOf('</');
  if (end < 0) throw new Error('An XML part has no closing tag');
  return xml.slice(0, end) + text + xml.slice(end);
}

/** The file's description begins with the reader's line; the publisher's own follows. */
export function addReaderToCore(xml: string, stamp: Stamp): string {
  const line = escapeXml(formatStamp(stamp));
  const existing = /<((?:[\w.-]+:)?description)(\s[^>]*)?>([^<]*)<\/\1>/.exec(xml);
  if (existing?.[3]?.trim()) {
    const at = existing.index + existing[0].indexOf('>') + 1;
    return `${xml.slice(0, at)}${line}\n${xml.slice(at)}`;
  }
  const withoutEmpty = xml.replace(/<((?:[\w.-]+:)?description)(\s[^>]*)?(\/>|>\s*<\/\1>)/, '');
  const element = `<dc:description xmlns:dc="http://purl.org/dc/elements/1.1/">${line}</dc:description>`;
  return appendToRoot(withoutEmpty, element);
}

/** The properties that name the reader stand behind those that the publisher gave. */
export function addReaderToCustom(xml: string, stamp: Stamp): string {
  const properties = [
    ['Licensed to', stamp.buyer],
    ['Licensed company', stamp.company],
    ['Licence', stamp.licence],
    ['Licence order', stamp.order],
    ['Licence date', stamp.date],
  ] as const;
  const others = properties.reduce((text, [name]) => removeProperty(text, name), xml);
  const ids = Array.from(others.matchAll(/\bpid\s*=\s*["'](\d+)["']/g), ([, id]) => Number(id));
  const firstId = Math.max(1, ...ids) + 1;
  const elements = properties.map(
    ([name, value], i) =>
      '<property xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" ' +
      `fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${firstId + i}" name="${name}">` +
      '<vt:lpwstr xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">' +
      `${escapeXml(value)}</vt:lpwstr></property>`,
  );
  return appendToRoot(others, elements.join(''));
}

/** A name may come once only: a publisher may upload a copy that once was somebody's. */
const removeProperty = (xml: string, name: string): string =>
  xml.replace(
    new RegExp(
      `<((?:[\\w.-]+:)?property)\\s[^>]*\\bname\\s*=\\s*["']${name}["'][^>]*>.*?</\\1>`,
      's',
    ),
    '',
  );
