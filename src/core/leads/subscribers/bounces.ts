/** An address whose email came back for good. */
export type ReportedBounce = {
  /** In lower case. */
  readonly email: string;
  /** Enhanced status code (RFC 3463), such as "5.1.1"; undefined where it was not given. */
  readonly status: string | undefined;
};

export type ReadBounces = {
  readonly bounces: readonly ReportedBounce[];
  /** Lines that are left out: without an address, and of soft bounces (4.x.x). */
  readonly unreadable: number;
  readonly soft: number;
};

/** Addresses of a pasted list with their statuses, each once. */
export function readBounces(text: string): ReadBounces {
  let [unreadable, soft] = [0, 0];
  const byEmail = new Map<string, ReportedBounce>();
  for (const line of text.split('\n')) {
    const email = /[^\s<>,;:"']+@[^\s<>,;:"']+/.exec(line)?.[0].toLowerCase();
    const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(
      line.replace(email ?? '', ''),
    )?.[0];
    if (email === undefined) unreadable += line.trim() === '' ? 0 : 1;
    else if (status?.startsWith('4')) soft++;
    else byEmail.set(email, { email, status });
  }
  return { bounces: [...byEmail.values()], unreadable, soft };
}
