/** What a test database is a copy of: no rows, twelve reports, or the whole demo catalogue. */
export type Template = 'empty' | 'small' | 'demo';

export const templateDatabaseName = (template: Template): string => `template_${template}`;
