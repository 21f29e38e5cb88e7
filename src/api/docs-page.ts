import { z } from 'zod';
import { endpoints, type Endpoint } from './endpoints.ts';
import { escapeHtml } from './escape-html.ts';

type JsonSchema = {
  readonly type?: string | string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly description?: string;
};
type NamedEndpoint = [name: string, endpoint: Endpoint];

function describeType({ const: literal, enum: values, anyOf, items, type }: JsonSchema): string {
  if (type === 'array') return `list of ${String(items?.type ?? 'objects')}`;
  if (literal !== undefined) return JSON.stringify(literal);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf)
    return anyOf
      .map((option) =>
        option.const === undefined ? String(option.type ?? 'object') : JSON.stringify(option.const),
      )
      .join(' or ');
  return String(type ?? 'any');
}

/** A schema as HTML: its type ("string", "list of …"), and its fields as a nested list. */
function describeSchema(json: JsonSchema, isRequired = true): string {
  const properties = json.properties ?? json.items?.properties ?? {};
  const required = json.required ?? json.items?.required ?? [];
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `<li><code>${escapeHtml(name)}</code> ${describeSchema(field, required.includes(name))}</li>`,
  );
  const optional = isRequired ? '' : ', optional';
  const description = json.description ? ` (${escapeHtml(json.description)})` : '';
  const list = fields.length > 0 ? `<ul>${fields.join('')}</ul>` : '';
  return describeType(json) + optional + description + list;
}

const toJsonSchema = (type: z.ZodType): JsonSchema => z.toJSONSchema(type) as JsonSchema;

const renderQuery = (query: Readonly<Record<string, string>>): string =>
  `<h3>Query</h3><ul>${Object.entries(query)
    .map(([name, meaning]) => `<li><code>${name}</code> ${escapeHtml(meaning)}</li>`)
    .join('')}</ul>`;

function renderEndpoint([name, endpoint]: NamedEndpoint): string {
  const { method, path, summary, query, body, response, errorStatuses } = endpoint;
  return [
    `<section id="${name}">`,
    `<h2><code>${method.toUpperCase()} /admin/api${escapeHtml(path)}</code></h2>`,
    `<p>${escapeHtml(summary)}</p>\n`,
    query ? renderQuery(query) : '',
    '\n',
    body ? `<h3>Takes</h3><div>${describeSchema(toJsonSchema(body))}</div>` : '',
    `<h3>Answers</h3><div>${describeSchema(toJsonSchema(response))}</div>`,
    `<p>Refuses with ${errorStatuses.join(', ')}.</p></section>`,
  ].join('');
}

const renderTableOfContents = (all: readonly NamedEndpoint[]): string =>
  `<ul>${all
    .map(([name, { method, path }]) => {
      const title = `${method.toUpperCase()} ${escapeHtml(path)}`;
      return `<li><a href="#${name}"><code>${title}</code></a></li>`;
    })
    .join('')}</ul>`;

const bodyStyle =
  'max-width:860px;margin:0 auto;padding:32px 20px;' +
  'font:16px/1.5 Georgia,serif;color:#1c1b18;background:#fbfaf6';
const refusalExample = '{ "success": false, "message": "…", "errors": { "field": ["…"] } }';

/** The contract for people: one section an endpoint, made from the same table as openapi.json. */
export function renderDocsPage(): string {
  const all = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>JSON API</title><meta name="robots" content="noindex"></head>\n',
    `<body style="${bodyStyle}"><h1>JSON API</h1>\n`,
    `<p>${all.length} calls under <code>/admin/api</code>. As a machine reads it: `,
    '<a href="/admin/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>\n',
    `<p>Every refusal has one shape: <code>${refusalExample}</code>, `,
    'with <code>errors</code> where fields are wrong. Reads carry an <code>ETag</code>.</p>\n',
    `${renderTableOfContents(all)}\n`,
    `${all.map(renderEndpoint).join('\n')}</body></html>`,
  ].join('');
}
