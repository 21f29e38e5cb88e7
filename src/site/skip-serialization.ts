/**
 * Data of a public page: pages are rendered on the server and never hydrated, so that nothing of it has to be written for a client router.
 * Hidden properties keep the framework from encoding it, which cost more than rendering did (bench/README.md).
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
