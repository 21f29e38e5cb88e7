/** What an undo reads of an entry of the audit log. */
export type LoggedChange = {
  readonly thingKind: string;
  readonly thingId: string;
  /** Who did it. */
  readonly actorName: string;
  readonly before: unknown;
  readonly after: unknown;
};
