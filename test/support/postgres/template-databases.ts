/**
 * The source of a test database: no tables, no rows, twelve reports, or the whole demo catalogue.
 */
export type Template = 'unmigrated' | 'empty' | 'small' | 'demo';

/** `template1` is PostgreSQL's own, which holds nothing. */
export const templateDatabaseName = (template: Template): string =>
  template === 'unmigrated' ? 'template1' : `template_${template}`;
