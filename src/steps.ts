/** The steps that a start shows, each by its name with its time. */
export type Steps = {
  /**
   * Runs a step of that name, such as "Building the pages", and answers what it answers. `report`
   * says how far it is, such as "200 reports".
   */
  readonly run: <T>(
    name: string,
    step: (report: (progress: string) => void) => Promise<T>,
  ) => Promise<T>;
};

/** Steps that nobody sees, as in tests. */
export const silentSteps: Steps = { run: (_name, step) => step(() => {}) };

/**
 * Steps that are written to a stream, standard output by default: on a terminal in one line each,
 * whose seconds count on; elsewhere as a line when a step begins and one when it has ended. Nothing
 * more is written once `stop` is aborted.
 */
export function createSteps(stop?: AbortSignal, out: NodeJS.WriteStream = process.stdout): Steps {
  const write = (text: string): void => void (stop?.aborted || out.write(text));
  return {
    run: async (name, step) => {
      const startedAt = performance.now();
      const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      let progress = '';
      const draw = (): void => write(`\r${name}… ${progress}${seconds()} `);
      if (!out.isTTY) write(`${name}…\n`);
      const timer = out.isTTY ? setInterval(draw, 100) : undefined;
      stop?.addEventListener('abort', () => clearInterval(timer), { once: true });
      try {
        const result = await step((text) => (progress = `${text}, `));
        write(out.isTTY ? `\r\u001B[K${name}: ${seconds()}\n` : `${name}: ${seconds()}\n`);
        return result;
      } catch (error) {
        if (out.isTTY) write('\n');
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
