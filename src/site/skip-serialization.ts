/**
 * Data of a public page, which is rendered on the server and never hydrated. Its properties are not
 * enumerable, so that the framework does not encode them, which cost more than rendering did
 * (bench/README.md).
 */
export const skipSerialization = <T extends object>(data: T): T =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name,
        { value: value as unknown, enumerable: false },
      ]),
    ),
  ) as T;
