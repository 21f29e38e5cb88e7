import { startTestServer, type TestServer } from '../support/test-server.ts';

export type PageTestServer = {
  readonly server: TestServer;
  /** The newest report of the demo. */
  readonly report: { readonly slug: string; readonly code: string; readonly industrySlug: string };
  /** Fetches a page without following redirects. */
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** Posts a form as a page of the store does. */
  readonly postForm: (path: string, form: Record<string, string>) => Promise<Response>;
};

/** The built product, for tests that read its pages. */
export async function startPageTestServer(
  env: Readonly<Record<string, string>> = {},
): Promise<PageTestServer> {
  const server = await startTestServer({ env });
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  if (!report) throw new Error('the demo has no report');
  return {
    server,
    report,
    // A busy test would meet a connection that the server has just closed.
    get: (path, headers = {}) =>
      fetch(server.url + path, {
        redirect: 'manual',
        headers: { connection: 'close', ...headers },
      }),
    postForm: (path, form) =>
      fetch(server.url + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
        headers: { origin: server.url },
      }),
  };
}
