/** A report as pages and documents read it: lists that may be empty. Pure. */
import { isListKind, type ListKind } from '../fields/field-kinds.model.ts';
import {
  fieldNames,
  getField,
  type FieldName,
  type FieldsWith,
  type FieldValues,
} from '../fields/report-fields.model.ts';
import type { VersionParts } from './report-version.model.ts';

type PageField = FieldsWith<{ readonly shows: 'page' }>;
type ListField = FieldsWith<{ readonly shows: 'page'; readonly kind: ListKind }>;
type PageValues = Pick<FieldValues, ListField> &
  Partial<Omit<Pick<FieldValues, PageField>, ListField>>;

/** Parts that are lists are there always; what else is missing is undefined. */
export type ReportContent = Omit<
  PageValues,
  'authors' | 'tables' | 'figures' | 'metaTitle' | 'metaDescription'
> & {
  readonly authorNames: readonly string[];
  /** The list of tables and the list of figures. */
  readonly tableTitles: readonly string[];
  readonly figureTitles: readonly string[];
  readonly metaTitle: string;
  readonly metaDescription: string;
};

/**
 * The parts of a version; titles and descriptions for search engines come from others if need be.
 */
export function toReportContent(parts: VersionParts, shortDescription: string): ReportContent {
  const { authors, tables, figures, ...content } = pickPageValues(parts);
  return {
    ...content,
    authorNames: authors,
    tableTitles: tables,
    figureTitles: figures,
    metaTitle: parts.metaTitle ?? parts.title,
    metaDescription: parts.metaDescription ?? shortDescription,
  };
}

const isPageField = (name: FieldName): name is PageField => getField(name).shows === 'page';
const pageFields = fieldNames.filter(isPageField);

const pickPageValues = (parts: VersionParts): PageValues =>
  Object.fromEntries(
    pageFields.map((name) => [
      name,
      parts[name] ?? (isListKind(getField(name).kind) ? [] : undefined),
    ]),
  ) as PageValues;
