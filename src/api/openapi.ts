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
  400: 'The body is not what its content type says, or is no object.',
  401: 'Wrong e-mail or password.',
  403: 'A page of another site sent it.',
  404: 'No such slug or id.',
  405: 'Wrong method, with Allow.',
  409: "The order can't do that any more.",
  413: 'Body or upload over its limit.',
  415: 'A content type that the call does not take.',
  422: 'Fields are at fault, the captcha included.',
  429: 'Too many tries, with Retry-After in seconds.',
  502: "The payment provider can't answer now; nothing was taken.",
  503: "We can't answer now; nothing was stored twice.",
};

/** The contract as OpenAPI 3.1, made from the table of calls and the schemas of its bodies and answers. */
export function createOpenApiDocument(origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(endpoints as Readonly<Record<string, Endpoint>>))
    (paths[call.path] ??= {})[call.method] = describeOperation(name, call);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reportstand wire contract',
      version: '1',
      description:
        "Calls of the report store. Names and spellings are the contract's; docs/api.md explains them.",
    },
    servers: [{ url: `${origin}/admin/api` }],
    paths,
    components: { schemas: { Refusal: toJsonSchema(refusal) } },
  };
}

function describeOperation(
  name: string,
  { method, path, summary: says, query = {}, body, multipart, response, errorStatuses }: Endpoint,
): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([parameter, description]) => ({
    name: parameter,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  const refusals = [...errorStatuses, ...(errorStatuses.includes(503) ? [] : [503])].toSorted(
    (a, b) => a - b,
  );
  return {
    operationId: name,
    summary: says,
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              [multipart ? 'multipart/form-data' : 'application/json']: {
                schema: toJsonSchema(body),
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'It went well.',
        content: { 'application/json': { schema: toJsonSchema(response) } },
      },
      ...(method === 'get' ? { 304: { description: 'Not changed since the given ETag.' } } : {}),
      ...Object.fromEntries(
        refusals.map((status) => [
          status,
          {
            description: statusDescriptions[status] ?? '',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
          },
        ]),
      ),
    },
  };
}
