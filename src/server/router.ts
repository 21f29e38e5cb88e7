import { Hono } from 'hono';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { describePath } from '#src/describe-path.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { refuseBody } from '#src/faults/refused-body.ts';
import { cvRoutes } from './admin/cv-routes.ts';
import { guardAdmin } from './admin/guard.ts';
import { refuseOtherMethods } from './http/allowed-methods.ts';
import { awaitInvalidations } from './http/await-invalidations.ts';
import { rejectCrossSitePosts } from './http/csrf.ts';
import { readPostedForms, type FormEnv } from './http/posted-form.ts';
import { finishAnswers } from './http/finish-answers.ts';
import { limitAccountForms, limitReads, type WorkQueues } from './http/limit-work.ts';
import { offerRetry, sendRefusalPage } from './http/refusal-page.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { serveStaticFiles } from './http/static-files.ts';
import type { ServerOptions } from './options.ts';
import type { PageRenderer } from './pages.ts';
import { accountFormRoutes } from './routes/account-forms.ts';
import { apiRoutes } from './routes/api.ts';
import { chartRoutes } from './routes/charts.ts';
import { coverRoutes } from './routes/covers.ts';
import { documentRoutes } from './routes/documents.ts';
import { downloadRoutes } from './routes/downloads.ts';
import { importApiRoutes } from './routes/import-api.ts';
import { iconRoutes } from './routes/icons.ts';
import { healthRoutes } from './routes/health.ts';
import { islandDataRoutes } from './routes/island-data.ts';
import { leadFormRoutes } from './routes/lead-forms.ts';
import { pageRoutes } from './routes/pages.ts';
import { pictureRoutes } from './routes/pictures.ts';
import { sampleRoutes } from './routes/samples.ts';
import { shareCardRoutes } from './routes/share-cards.ts';
import { sitemapRoutes } from './routes/feeds/sitemap-routes.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { staffUploadRoutes } from './uploads/staff-uploads.ts';

/** Everything that is not served from the page cache, in the order in which it is tried. */
export function createRouter(
  options: ServerOptions,
  pages: PageRenderer,
  queues: WorkQueues,
): Hono<FormEnv> {
  const { app, faults, origin, assetsDir } = options;
  const router = new Hono<FormEnv>();
  router.use('*', finishAnswers());
  router.use('*', awaitInvalidations(options.settleInvalidations));
  router.route('/', healthRoutes(options));
  if (assetsDir) router.use(serveStaticFiles(assetsDir));
  router.route('/webhooks', webhookRoutes(options));
  router.route('/api/v1', importApiRoutes(options));
  router.post('*', rejectCrossSitePosts(origin));
  router.use('*', limitReads(options, queues));
  router.route('/admin/api', apiRoutes(options));
  router.use('*', guardAdmin(options, pages));
  router.route('/admin', cvRoutes(options));
  router.route('/admin', staffUploadRoutes(options));
  router.use(
    '*',
    refuseOtherMethods(options, () => router.routes),
  );
  router.use('*', readPostedForms(options));
  router.use('*', limitAccountForms(options, queues));
  router.route('/data', islandDataRoutes(options));
  router.route('/data/forms', leadFormRoutes(options));
  router.route('/data/account', accountFormRoutes(options));
  router.route('/download', downloadRoutes(options));
  router.route('/', documentRoutes(options));
  router.route('/chart', chartRoutes(options));
  router.route('/cover', coverRoutes(options));
  router.route('/share', shareCardRoutes(options));
  router.route('/', iconRoutes(options));
  router.route('/picture', pictureRoutes(options));
  router.route('/sample-file', sampleRoutes(options));
  router.route('/unsubscribe', unsubscribeRoutes(app));
  router.route('/', sitemapRoutes(options));
  router.route('/', pageRoutes(options, pages));
  const headers = createSecurityHeaders(options);
  router.onError((error, c) => {
    const refusal = refuseBody(error);
    if (refusal) {
      const { message, code } = refusal;
      const closing = { ...headers, connection: 'close', 'cache-control': 'no-store' };
      return sendRefusalPage(c, { message, status: refusalStatus[code], headers: closing });
    }
    const fields = { method: c.req.method, path: describePath(c.req.path) };
    const fault = faults.report(error, fields, 'a request failed');
    return sendRefusalPage(c, {
      message: fault.message,
      status: fault.status,
      headers: { ...headers, ...fault.headers, 'cache-control': 'no-store' },
      ...offerRetry(c.req.method, { isBegun: isBegun(c.req.path, c.get('form')) }),
    });
  });
  return router;
}

/**
 * False if no page had the form yet: whoever posts is found and the form is read before. Programs
 * post to routes that read for themselves.
 */
const isBegun = (path: string, form: SubmittedForm | undefined): boolean =>
  form !== undefined || /^\/(webhooks|api|admin\/api)\//.test(path);
