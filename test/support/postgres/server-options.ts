/**
 * A PostgreSQL for tests: nothing of it has to survive a crash, so it never waits for the disk.
 * It listens on the loopback address alone.
 */
export const listServerOptions = (clusterFolder: string, port: number): string[] => [
  ...['-D', clusterFolder, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
  ...['-c', 'max_connections=200', '-c', 'shared_buffers=128MB', '-c', 'jit=off'],
  ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
  ...['-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'],
  ...['-c', 'min_wal_size=8MB', '-c', 'max_wal_size=64MB', '-c', 'wal_recycle=off'],
  ...['-c', 'log_min_messages=warning', '-c', 'timezone=UTC'],
];

/** One round of hashing is enough for a password that lives as long as a test run. */
export const initdbOptions: readonly string[] = [
  ...['-U', 'reportstand', '-A', 'scram-sha-256', '-c', 'scram_iterations=1', '-E', 'UTF8'],
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale'],
  ...['--no-data-checksums', '--no-sync', '--wal-segsize=4'],
];
