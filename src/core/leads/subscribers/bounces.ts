/** An address whose email came back for good. */
export type ReportedBounce = {
  /** In lower case. */
  readonly email: string;
  /** Enhanced status code (RFC 3463), such as "5.1.1"; undefined where it was not given. */
  readonly status: string | undefined;
};

/** Addresses of a pasted list with their statuses, each once; soft bounces (4.x.x) are left out. */
export function readBounces(text: string): ReportedBounce[] {
  const byEmail = new Map<string, ReportedBounce>();
  for (const line of text.split('\n')) {
    const email = /[^\s<>,;:"']+@[^\s<>,;:"']+/.exec(line)?.[0].toLowerCase();
    const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(
      line.replace(email ?? '', ''),
    )?.[0];
    if (email && !status?.startsWith('4')) byEmail.set(email, { email, status });
  }
  return [...byEmail.values()];
}
