/**
 * Imported before anything else: Node's thread pool is made at its first use. Compression, files and
 * DNS share it, and with Node's four threads a few large pages would hold up all others.
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
