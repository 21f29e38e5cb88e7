/** The part of an audit log's entry that an undo reads. */
export type LoggedChange = {
  readonly thingKind: string;
  readonly thingId: string;
  /** Who did it. */
  readonly actorName: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** True if a thing still has all that an entry of the audit log says of it, which is something. */
export function isAsLogged(current: object, logged: object): boolean {
  const values = new Map<string, unknown>(Object.entries(current));
  const named = Object.entries(logged);
  return named.length > 0 && named.every(([name, value]) => values.get(name) === value);
}
