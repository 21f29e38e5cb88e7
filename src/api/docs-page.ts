import escapeHtml from 'escape-html';
import { z } from 'zod';
import { endpoints, type Endpoint } from './endpoints.ts';

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

/** A schema in a reader's words: "string", "list of …", fields indented. */
function describeSchema(json: JsonSchema, required = true): string {
  const kind =
    json.const !== undefined
      ? JSON.stringify(json.const)
      : json.enum
        ? json.enum.map((one) => JSON.stringify(one)).join(' or ')
        : json.anyOf
          ? json.anyOf
              .map((one) =>
                one.const !== undefined ? JSON.stringify(one.const) : (one.type ?? 'object'),
              )
              .join(' or ')
          : (json.type ?? 'any');
  const inner = json.properties ?? json.items?.properties;
  const fields = inner
    ? `<ul>${Object.entries(inner)
        .map(
          ([name, field]) =>
            `<li><code>${escapeHtml(name)}</code> ${describeSchema(field, (json.required ?? json.items?.required ?? []).includes(name))}</li>`,
        )
        .join('')}</ul>`
    : '';
  return `${json.type === 'array' ? `list of ${String(json.items?.type ?? 'objects')}` : String(kind)}${required ? '' : ', optional'}${json.description ? ` (${escapeHtml(json.description)})` : ''}${fields}`;
}

const toJsonSchema = (type: z.ZodType): JsonSchema => z.toJSONSchema(type) as JsonSchema;

/** The contract for readers: one section a call, made from the same table as the description. */
export function renderDocsPage(): string {
  const all = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);
  const renderSection = ([name, { method, path, summary, query, body, response, errorStatuses }]: [
    string,
    Endpoint,
  ]): string => `<section id="${name}"><h2><code>${method.toUpperCase()} /admin/api${escapeHtml(path)}</code></h2><p>${escapeHtml(summary)}</p>
${
  query
    ? `<h3>Query</h3><ul>${Object.entries(query)
        .map(([one, meaning]) => `<li><code>${one}</code> ${escapeHtml(meaning)}</li>`)
        .join('')}</ul>`
    : ''
}
${body ? `<h3>Takes</h3><p>${describeSchema(toJsonSchema(body))}</p>` : ''}<h3>Answers</h3><div>${describeSchema(toJsonSchema(response))}</div><p>Refuses with ${errorStatuses.join(', ')}.</p></section>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Wire contract</title><meta name="robots" content="noindex"></head>
<body style="max-width:860px;margin:0 auto;padding:32px 20px;font:16px/1.5 Georgia,serif;color:#1c1b18;background:#fbfaf6"><h1>Wire contract</h1>
<p>${all.length} calls under <code>/admin/api</code>. As a machine reads it: <a href="/admin/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Every refusal has one shape: <code>{ "success": false, "message": "…", "errors": { "field": ["…"] } }</code>, with <code>errors</code> where fields are at fault. Reads carry an <code>ETag</code>.</p>
<ul>${all.map(([name, { method, path }]) => `<li><a href="#${name}"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></a></li>`).join('')}</ul>
${all.map(renderSection).join('\n')}</body></html>`;
}
