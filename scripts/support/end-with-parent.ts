/** Imported by a program that we start with a channel to it: it ends when we do, however we end. */
process.on('disconnect', () => process.exit(1));
// Listening alone would keep the program running.
process.channel?.unref();
