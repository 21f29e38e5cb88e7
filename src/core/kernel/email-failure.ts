import {
  describeReply,
  judgeSmtp,
  type JudgedSmtp,
  type SmtpPhase,
} from './smtp-outcomes.model.ts';

/** Thrown by `deps.email.send`: where the conversation with the mail server ended, and how. */
export class EmailFailure extends Error {
  readonly phase: SmtpPhase;
  /** All lines of the server's answer; undefined if none came. */
  readonly reply: string | undefined;

  constructor(phase: SmtpPhase, { reply, cause }: { reply?: string | undefined; cause?: unknown }) {
    const told = cause instanceof Error ? cause.message : 'no answer';
    super(`${phase}: ${reply ?? told}`, { cause });
    this.phase = phase;
    this.reply = reply;
  }
}

/** The outcome of an email that was not acknowledged, and why in one line without addresses. */
export type JudgedEmail = JudgedSmtp & { readonly reason: string };

/**
 * Returns the meaning of an error of `deps.email.send`. Of one that says nothing, all must be
 * feared.
 */
export function judgeEmailError(error: unknown): JudgedEmail {
  const phase = error instanceof EmailFailure ? error.phase : 'final-dot';
  const reply = error instanceof EmailFailure ? error.reply : undefined;
  const told = reply ?? (error instanceof Error ? error.message : String(error));
  return { ...judgeSmtp(phase, reply), reason: describeReply(told) };
}
