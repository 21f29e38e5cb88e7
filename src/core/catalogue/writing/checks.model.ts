/** Checks of a report's texts that look nowhere else. Pure. */
import { isLibraryPicture, type PictureFacts } from '../../media/model.ts';
import {
  getField,
  isDraftField,
  listValues,
  type DraftField,
  type FieldValue,
} from '../fields/report-fields.model.ts';
import type { ContentsEntry } from '../reports/report-input.model.ts';
import { toPlainText } from '../rich-text/rich-text.model.ts';
import type { DraftVersion } from './merge-report.ts';

/** A fault, and the field that it leads to. */
export type Finding = { readonly path: DraftField | 'goods' | 'prices'; readonly message: string };

/** `blocking` keeps the report from being published; `warnings` are for its editor to judge. */
export type Findings = {
  readonly blocking: readonly Finding[];
  readonly warnings: readonly Finding[];
};

type Parts = DraftVersion['parts'];

const placeholder =
  /lorem ipsum|\b(?:TODO|TBD|TBC|FIXME)\b|\bX{3,}\b|\[(?:insert|company|market|year)[^\]]*\]|<(?:insert|market|year)[^>]*>|\{\{[^}]*\}\}/;

/** Texts that were to be replaced: "lorem ipsum", "TBD", "[insert year]". */
export const findPlaceholders = (parts: Parts): Finding[] =>
  listTexts(parts).flatMap(({ path, text }) => {
    const found = placeholder.exec(text)?.[0] ?? /lorem ipsum/i.exec(text)?.[0];
    return found ? [{ path, message: `“${found}” is a placeholder: write the text.` }] : [];
  });

type FieldText = { readonly path: DraftField; readonly text: string };

/** The texts of a report by field, a line for each part of a list. */
const listTexts = (parts: Parts): FieldText[] =>
  listValues(parts).flatMap((field) =>
    isDraftField(field.name) && getField(field.name).isProse
      ? [{ path: field.name, text: toProse(field) }]
      : [],
  );

function toProse(field: FieldValue): string {
  switch (field.kind) {
    case 'richText':
      return toPlainText(field.value);
    case 'contents':
      return listTitles(field.value).join('\n');
    case 'faqs':
      return field.value.map(({ question, answer }) => `${question}\n${answer}`).join('\n');
    case 'keyFigures':
      return field.value.map(({ label, value }) => `${label}: ${value}`).join('\n');
    case 'line':
      return field.value;
    default:
      return '';
  }
}

const listTitles = (entries: readonly ContentsEntry[]): string[] =>
  entries.flatMap(({ title, children = [] }) => [title, ...listTitles(children)]);

const amount = String.raw`(?:USD|EUR|GBP|INR|US\$|[$€£₹])?\s*(\d[\d,]*(?:\.\d+)?)\s*(trillion|billion|million|thousand|tn|bn|mn)?\b`;
const growth = new RegExp(
  String.raw`${amount}[^%]{0,60}?\bin (\d{4})\b[^%]{0,120}?\bto ${amount}[^%]{0,60}?\b(?:in|by) (\d{4})\b`,
  'i',
);
const rate =
  /(\d{1,3}(?:\.\d+)?)\s?%[^.]{0,40}?(?:CAGR|compound)|(?:CAGR|compound)[^.%]{0,40}?(\d{1,3}(?:\.\d+)?)\s?%/i;
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  mn: 1e6,
  billion: 1e9,
  bn: 1e9,
  trillion: 1e12,
  tn: 1e12,
};
/** Percentage points by which a rounded rate may differ from its rounded end points. */
const rateTolerance = 0.3;

const readAmount = (digits = '', scale = ''): number =>
  Number(digits.replaceAll(',', '')) * (scales[scale.toLowerCase()] ?? 1);

/** A rate of growth that does not lead from the first value of its sentence to the second. */
export function findWrongGrowth(parts: Parts): Finding[] {
  return listTexts(parts).flatMap(({ path, text }) =>
    text.split(/(?<=[.!?])\s+|\n/).flatMap((sentence) => {
      const given = rate.exec(sentence);
      const ends = growth.exec(sentence);
      if (!given || !ends) return [];
      const [, from, fromScale, fromYear, to, toScale, toYear] = ends;
      const years = Number(toYear) - Number(fromYear);
      const ratio = readAmount(to, toScale ?? fromScale) / readAmount(from, fromScale ?? toScale);
      const computed = (ratio ** (1 / years) - 1) * 100;
      const stated = Number(given[1] ?? given[2]);
      if (years <= 0 || !Number.isFinite(computed)) return [];
      if (Math.abs(computed - stated) <= rateTolerance) return [];
      const message =
        `The growth is given as ${stated}%, but from ${fromYear} to ${toYear} the values grow ` +
        `by ${computed.toFixed(1)}% a year.`;
      return [{ path, message }];
    }),
  );
}

/** Years that were right once; `year` is the present one. */
export function findStaleYears(
  { baseYear, forecastTo, title = '' }: Parts,
  year: number,
): Finding[] {
  const findings: Finding[] = [];
  if (baseYear !== undefined && baseYear < year - 2)
    findings.push({ path: 'baseYear', message: `The base year ${baseYear} is many years ago.` });
  if (forecastTo !== undefined && forecastTo < year)
    findings.push({
      path: 'forecastTo',
      message: `The forecast ends in ${forecastTo}, which is in the past.`,
    });
  const years = [...title.matchAll(/\b(20\d\d)\b/g)].map(([, digits]) => Number(digits));
  if (years.length > 0 && Math.max(...years) < year - 1)
    findings.push({ path: 'title', message: `The title names no year later than ${year - 2}.` });
  return findings;
}

/** Key figures without a source, unless the publisher computed them. */
export const findMissingSources = ({ keyFigures = [] }: Parts): Finding[] =>
  keyFigures.flatMap(({ label, source, isComputed }) =>
    source || isComputed
      ? []
      : [{ path: 'keyFigures', message: `“${label}” has no source and is not computed.` } as const],
  );

/** Pictures that say nothing to readers who don't see them, and those that the library lacks. */
export const findUndescribedPictures = (
  { description = [] }: Parts,
  library: ReadonlyMap<string, PictureFacts>,
): Finding[] =>
  description.flatMap((block) => {
    if (block.kind !== 'picture') return [];
    const { name, text } = block;
    const facts = library.get(name);
    const message =
      isLibraryPicture(name) && !facts
        ? `There is no picture ${name} in the media library.`
        : `The picture ${name} has no description.`;
    const isMissing = isLibraryPicture(name) && !facts;
    const isDescribed = text.trim() !== '' || (facts?.alternativeText ?? '') !== '';
    return isDescribed && !isMissing ? [] : [{ path: 'description', message } as const];
  });

const marketName = /\b(?:[A-Z][\w&-]*[ -]){1,5}(?:Market|Industry)\b/g;
const maxNames = 20;

/** Names of markets in the texts that are not this report's: perhaps left from another one. */
export function listForeignSubjects(parts: Parts): { path: DraftField; subject: string }[] {
  const title = (parts.title ?? '').toLowerCase();
  const found = new Map<string, DraftField>();
  for (const { path, text } of listTexts(parts))
    for (const [match] of text.matchAll(marketName)) {
      const subject = match.replace(/^(?:The|Global|World|In|Our|This) /, '');
      if (!title.includes(subject.toLowerCase()) && subject.includes(' '))
        found.set(subject, found.get(subject) ?? path);
    }
  return [...found].slice(0, maxNames).map(([subject, path]) => ({ path, subject }));
}
