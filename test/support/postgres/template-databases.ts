/** What a test database is a copy of: no tables, no rows, twelve reports, or the whole demo catalogue. */
export type Template = 'unmigrated' | 'empty' | 'small' | 'demo';

/** `template0` is PostgreSQL's own, which holds nothing. */
export const templateDatabaseName = (template: Template): string =>
  template === 'unmigrated' ? 'template0' : `template_${template}`;
