type Work<Piece> = {
  readonly maxAtOnce: number;
  /** Hands out up to so many pieces, each once; none if nothing is to be done at the moment. */
  readonly take: (count: number) => Promise<readonly Piece[]>;
  /** Does not reject: what goes wrong with one piece is its own matter. */
  readonly perform: (piece: Piece) => Promise<void>;
  /** How often `take` is asked again while a slow piece is still worked on. */
  readonly retake: () => Promise<void>;
};

/**
 * Works on at most `maxAtOnce` pieces at a time, until there are none left and all have ended. A
 * slow piece holds up one place alone: meanwhile the others go on, also with pieces that come later.
 */
export async function workConcurrently<Piece>(work: Work<Piece>): Promise<void> {
  const running = new Set<Promise<void>>();
  for (;;) {
    const free = work.maxAtOnce - running.size;
    for (const piece of free > 0 ? await work.take(free) : []) {
      const performed: Promise<void> = work
        .perform(piece)
        .finally(() => void running.delete(performed));
      running.add(performed);
    }
    if (running.size === 0) return;
    await Promise.race([...running, work.retake()]);
  }
}

/** For `take`: hands out a list, each piece once. */
export function takeFrom<Piece>(
  pieces: readonly Piece[],
): (count: number) => Promise<readonly Piece[]> {
  const left = [...pieces];
  return async (count) => left.splice(0, count);
}
