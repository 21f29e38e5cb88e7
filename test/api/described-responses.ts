/** The store's own openapi.json as a check of its responses. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

type Operation = {
  readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type OpenApiDocument = {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: object;
};

/** Checks that a response has a shape that the description has for its endpoint and status. */
export class DescribedResponses {
  readonly #description: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(description: OpenApiDocument) {
    this.#description = description;
  }

  static async fetch(apiUrl: string): Promise<DescribedResponses> {
    const response = await fetch(`${apiUrl}/openapi.json`);
    return new DescribedResponses((await response.json()) as OpenApiDocument);
  }

  /** A path that the description does not have must be 404. */
  expect(method: string, path: string, response: { status: number; body: object }): void {
    const { status, body } = response;
    const pattern = this.#findPattern(path.split('?')[0] ?? '');
    const operations = pattern ? (this.#description.paths[pattern] ?? {}) : {};
    const operation = operations[method.toLowerCase()] ?? Object.values(operations)[0];
    if (!pattern || !operation) return expect(status, path).toBe(404);
    const content = operation.responses[String(status)]?.content?.['application/json'];
    expect(
      content,
      `${method} ${path} answers ${status}, which its description does not know`,
    ).toBeDefined();
    const validate = this.#getValidator(`${pattern} ${method} ${status}`, content?.schema ?? {});
    expect(
      validate(body),
      `${method} ${path} ${status}: ${JSON.stringify(validate.errors?.[0])}`,
    ).toBe(true);
  }

  #findPattern(path: string): string | undefined {
    return Object.keys(this.#description.paths).find((pattern) =>
      new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path),
    );
  }

  #getValidator(key: string, schema: object): ValidateFunction {
    const known = this.#validators.get(key);
    if (known) return known;
    const { components } = this.#description;
    const validator = this.#ajv.compile({ ...schema, components });
    this.#validators.set(key, validator);
    return validator;
  }
}
