import { z } from 'zod';
import { endpoints, type Endpoint } from './endpoints.ts';
import { refusal } from './response-schemas.ts';

const toJsonSchema = (type: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, {
    target: 'draft-2020-12',
    io: 'output',
  }) as Record<string, unknown>;
  return rest;
};

const statusDescriptions: Readonly<Record<number, string>> = {
  400: 'The body does not match its content type, or is not an object.',
  401: 'Wrong e-mail or password.',
  403: 'A page of another site sent it.',
  404: 'No such slug or id.',
  405: 'Wrong method, with Allow.',
  409: "The order can't do that any more.",
  408: 'The body did not arrive completely.',
  413: 'Body or upload over its limit.',
  415: 'A content type that the call does not take.',
  422: 'Some fields are wrong, the captcha included.',
  429: 'Too many tries, with Retry-After in seconds.',
  500: 'A bug of ours; `request_id` is the number to tell us.',
  502: "The payment provider can't answer now; nothing was taken.",
  503: "We can't answer now; nothing was stored twice.",
};

/** The contract as OpenAPI 3.1, made from the table of endpoints and their schemas. */
export function createOpenApiDocument(origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints as Readonly<Record<string, Endpoint>>))
    (paths[endpoint.path] ??= {})[endpoint.method] = describeOperation(name, endpoint);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reportstand API contract',
      version: '1',
      description:
        'Calls of the report store. ' +
        "Names and spellings are the contract's; docs/api.md explains them.",
    },
    servers: [{ url: `${origin}/admin/api` }],
    paths,
    components: { schemas: { Refusal: toJsonSchema(refusal) } },
  };
}

const describeParameters = (path: string, query: Readonly<Record<string, string>>): object[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
  })),
];

const describeBody = (schema: object, contentType: string): object => ({
  required: true,
  content: { [contentType]: { schema } },
});

function describeResponses({ method, response, errorStatuses }: Endpoint): object {
  const refusalStatuses = [...new Set([...errorStatuses, 500, 503])].toSorted((a, b) => a - b);
  return {
    200: {
      description: 'Success.',
      content: { 'application/json': { schema: toJsonSchema(response) } },
    },
    ...(method === 'get' ? { 304: { description: 'Not changed since the given ETag.' } } : {}),
    ...Object.fromEntries(
      refusalStatuses.map((status) => [
        status,
        {
          description: statusDescriptions[status] ?? '',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      ]),
    ),
  };
}

function describeOperation(name: string, endpoint: Endpoint): object {
  const { path, summary, query = {}, body, multipart } = endpoint;
  const parameters = describeParameters(path, query);
  const contentType = multipart ? 'multipart/form-data' : 'application/json';
  return {
    operationId: name,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: describeBody(toJsonSchema(body), contentType) } : {}),
    responses: describeResponses(endpoint),
  };
}
