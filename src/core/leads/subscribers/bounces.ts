import { judgeSmtp } from '../../kernel/smtp-outcomes.model.ts';

/** An address whose email came back for good. */
export type ReportedBounce = {
  /** In lower case. */
  readonly email: string;
  /** Enhanced status code (RFC 3463), such as "5.1.1"; undefined if it was not given. */
  readonly status: string | undefined;
  /** There is no such address. */
  readonly isUnknown: boolean;
};

export type ReadBounces = {
  readonly bounces: readonly ReportedBounce[];
  /**
   * Lines that are left out: without an address, of what passes (4.x.x, a full mailbox), and of
   * refusals that are about the sender.
   */
  readonly unreadable: number;
  readonly soft: number;
  readonly ofSender: number;
};

/** Addresses of a pasted list with their statuses, each once. */
export function readBounces(text: string): ReadBounces {
  let [unreadable, soft, ofSender] = [0, 0, 0];
  const byEmail = new Map<string, ReportedBounce>();
  for (const line of text.split('\n')) {
    const email = /[^\s<>,;:"']+@[^\s<>,;:"']+/.exec(line)?.[0].toLowerCase();
    const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(
      line.replace(email ?? '', ''),
    )?.[0];
    // A bounce tells what a mail server answered to RCPT, or would have.
    const judged = status === undefined ? undefined : judgeSmtp('rcpt-to', `550 ${status}`);
    if (email === undefined) unreadable += line.trim() === '' ? 0 : 1;
    else if (judged?.outcome === 'later') soft++;
    else if (judged?.outcome === 'sender') ofSender++;
    else byEmail.set(email, { email, status, isUnknown: judged?.isUnknown ?? false });
  }
  return { bounces: [...byEmail.values()], unreadable, soft, ofSender };
}
