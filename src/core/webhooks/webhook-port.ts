/** How webhooks leave the house. */
export type WebhookSender = {
  /** Why this can't be an address of an endpoint, as a sentence; undefined if it can. */
  readonly findUrlProblem: (url: string) => string | undefined;
  /**
   * Posts once, follows no redirect, and calls no address inside our own network, whatever its name
   * resolves to. Never throws.
   */
  readonly post: (request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }) => Promise<WebhookAnswer>;
};

/** `answer` is the first 2 KB of what came back, or why nothing did, with no status. */
export type WebhookAnswer = { readonly status: number | null; readonly answer: string };
