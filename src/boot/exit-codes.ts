/**
 * How the program tells `npm start` why it ended: 0 as asked, the others by the meaning of
 * sysexits.h. `npm start` itself ends with 0 or 1.
 */
export const exitCodes = {
  /** It did not end in time, or ending failed. */
  failed: 1,
  /** An error that nobody caught: it starts again. */
  fault: 70,
  /** Something that it needs is away: it starts again, if it was open before. */
  unavailable: 75,
  /** A setting, a newer database, a folder in use: the same start would be refused again. */
  refused: 78,
} as const;
