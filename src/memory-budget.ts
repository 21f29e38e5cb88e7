/** Memory of the program where MEMORY_MB says nothing, in megabytes (2^20 bytes). */
export const defaultMemoryMb = 512;

/**
 * How the program's memory is divided. What is left (an eighth for connections, and the rest) is
 * for the code itself, the thread that renders documents, and buffers.
 */
export const divideMemory = (memoryMb: number) => ({
  /** Node's limit for its heap: V8 collects garbage in time only if it knows one. */
  heapMb: Math.floor(memoryMb * 0.4),
  pageCacheMb: Math.floor(memoryMb / 4),
  /** An open connection takes about 15 KB. */
  maxConnections: memoryMb * 8,
});
