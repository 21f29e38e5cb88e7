/** The description of the search for programs (OpenAPI 3.1), made from its schemas. */
import { z } from 'zod';
import { answerSchema, querySchema } from './search.ts';

const toJsonSchema = (type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { target: 'draft-2020-12', io });
  return schema;
};

const refusals: Readonly<Record<number, string>> = {
  401: 'No token, or one that is not valid.',
  403: 'The token lacks the scope `export`.',
  422: 'A parameter is unknown, or its value is; `errors` says which.',
  429: 'Too many tries with wrong tokens, with Retry-After in seconds.',
  503: 'The store can’t answer now, with Retry-After in seconds.',
};

const refusalSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

const describeBody = (description: string, type: z.ZodType) => ({
  description,
  content: { 'application/json': { schema: toJsonSchema(type, 'output') } },
});

/** The document for a store at this origin. */
export function describeSearch(origin: string): object {
  const { properties = {}, required = [] } = toJsonSchema(querySchema, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Reportstand search', version: '1', description: 'See docs/api.md.' },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ token: [] }],
    paths: {
      '/search': {
        get: {
          operationId: 'search',
          summary: 'Published reports, as the site’s search finds them.',
          parameters: Object.entries(properties).map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.includes(name),
            schema,
          })),
          responses: {
            200: describeBody('One page of what was found.', answerSchema),
            ...Object.fromEntries(
              Object.entries(refusals).map(([status, description]) => [
                status,
                describeBody(description, refusalSchema),
              ]),
            ),
          },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}
