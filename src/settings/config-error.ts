/** Its message is one sentence for the person who started the program, which then ends with 1. */
export class ConfigError extends Error {}

/** A missing thing that may come by waiting: a program that ran before tries again. */
export class UnavailableError extends ConfigError {}
