import { z } from 'zod';
import { calls, type Call } from './calls.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

type Json = {
  readonly type?: string | string[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly items?: Json;
  readonly anyOf?: readonly Json[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly description?: string;
};

/** A schema in a reader's words: "string", "list of …", fields indented. */
function words(json: Json, required = true): string {
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
            `<li><code>${escape(name)}</code> ${words(field, (json.required ?? json.items?.required ?? []).includes(name))}</li>`,
        )
        .join('')}</ul>`
    : '';
  return `${json.type === 'array' ? `list of ${String(json.items?.type ?? 'objects')}` : String(kind)}${required ? '' : ', optional'}${json.description ? ` (${escape(json.description)})` : ''}${fields}`;
}

const schema = (type: z.ZodType): Json => z.toJSONSchema(type) as Json;

/** The contract for readers: one section a call, made from the same table as the description. */
export function docsPage(): string {
  const all = Object.entries(calls as Readonly<Record<string, Call>>);
  const section = ([name, { method, path, says, query, body, answer, refuses }]: [
    string,
    Call,
  ]): string => `<section id="${name}"><h2><code>${method.toUpperCase()} /admin/api${escape(path)}</code></h2><p>${escape(says)}</p>
${
  query
    ? `<h3>Query</h3><ul>${Object.entries(query)
        .map(([one, meaning]) => `<li><code>${one}</code> ${escape(meaning)}</li>`)
        .join('')}</ul>`
    : ''
}
${body ? `<h3>Takes</h3><p>${words(schema(body))}</p>` : ''}<h3>Answers</h3><div>${words(schema(answer))}</div><p>Refuses with ${refuses.join(', ')}.</p></section>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Wire contract</title><meta name="robots" content="noindex"></head>
<body style="max-width:860px;margin:0 auto;padding:32px 20px;font:16px/1.5 Georgia,serif;color:#1c1b18;background:#fbfaf6"><h1>Wire contract</h1>
<p>${all.length} calls under <code>/admin/api</code>. As a machine reads it: <a href="/admin/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Every refusal has one shape: <code>{ "success": false, "message": "…", "errors": { "field": ["…"] } }</code>, with <code>errors</code> where fields are at fault. Reads carry an <code>ETag</code>.</p>
<ul>${all.map(([name, { method, path }]) => `<li><a href="#${name}"><code>${method.toUpperCase()} ${escape(path)}</code></a></li>`).join('')}</ul>
${all.map(section).join('\n')}</body></html>`;
}
