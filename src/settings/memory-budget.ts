/** Memory of the program if MEMORY_MB says nothing, in megabytes (2^20 bytes). */
export const defaultMemoryMb = 512;

/**
 * How the program's memory is divided. What is left (an eighth for connections, and the rest) is
 * for the code itself, the thread that renders documents, and buffers.
 */
export const divideMemory = (memoryMb: number) => ({
  /** Node's limit for its heap: V8 collects garbage in time only if it knows one. */
  heapMb: Math.floor(memoryMb * 0.4),
  /**
   * Node's limit for each of the three parts in which new objects are made. By itself it lets them
   * grow to a hundred megabytes together, most of it garbage.
   */
  semiSpaceMb: 2 ** Math.max(1, Math.min(5, Math.floor(Math.log2(memoryMb / 64)))),
  pageCacheMb: Math.floor(memoryMb / 4),
  /** An open connection takes about 15 KB. */
  maxConnections: memoryMb * 8,
});
