/** How a mail server refused an address for good. */
export type RefusedRecipient = {
  /** There is no such address (5.1.1); otherwise it may have another reason. */
  readonly isUnknown: boolean;
  /** What the server said, without line breaks. */
  readonly reason: string;
};

/**
 * Thrown by `deps.email.send` where it is certain that the email was not sent. After any other error
 * it may have been: the answer of the mail server is missing.
 */
export class EmailNotSentError extends Error {
  /** Only where the address itself was refused for good (5xx at RCPT TO). */
  readonly refusedRecipient: RefusedRecipient | undefined;

  constructor(message: string, options: ErrorOptions & { refusedRecipient?: RefusedRecipient }) {
    super(message, options);
    this.refusedRecipient = options.refusedRecipient;
  }
}
