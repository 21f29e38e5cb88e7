import type { Context, MiddlewareHandler } from 'hono';
import type { Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm } from '#core/kernel/submitted-form.model.ts';
import { paths } from '#src/paths.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import { answerFormOnce } from '../admin/answer-form-once.ts';
import type { AdminEnv } from '../admin/guard.ts';
import type { ServerOptions } from '../options.ts';
import { withKeptFiles } from '../uploads/kept-files.ts';
import { nameStaffOwner } from '../uploads/staff-uploads.ts';
import { cvPace, knownSenderPace, strangerPace } from './body-limit.ts';
import { allowBodyTime, cvTimeMs } from './body-time.ts';
import { readClientIp } from './client-ip.ts';
import { publicFormLimits, staffFormLimits, type FormOptions } from './form-upload.ts';
import { withForm } from './read-form.ts';
import { sendRefusalPage } from './refusal-page.ts';
import type { UploadFolder } from './upload-folder.ts';
import { addFormKey } from '#admin/frame/read-form-key.ts';

/** Set for every POST of a page or an island. */
export type FormEnv = { Variables: { form: SubmittedForm } };

/** The only public addresses whose form may bring a file; of staff any may. */
const uploadPaths: readonly string[] = [paths.career(), paths.leadFormEndpoint('career')];

/**
 * Reads the form of every POST once, before anything else sees it; one that can't be read ends
 * here.
 */
export function readPostedForms(options: ServerOptions): MiddlewareHandler<FormEnv & AdminEnv> {
  const { uploads, log } = options;
  return async (c, next) => {
    if (c.req.method !== 'POST') return next();
    const reading = { ...chooseLimits(c, uploads), clientIp: readClientIp(c, options), log };
    return withForm<Response | void>(c.req.raw, reading, async (form) => {
      if (!form.ok) return sendRefusal(c, form);
      const staff = c.get('staff');
      const keyed = staff ? await addFormKey(form.value) : form.value;
      return answerFormOnce(c, options, { staff, form: keyed }, () =>
        takeKeptFiles(c, keyed, options, (whole) => {
          c.set('form', whole);
          return next();
        }),
      );
    });
  };
}

/** Returns the limits of a form's size and slowness, by who sends it and where. */
function chooseLimits(
  c: Context<FormEnv & AdminEnv>,
  uploads: UploadFolder,
): Pick<FormOptions, 'uploads' | 'limits' | 'pace'> {
  if (c.get('staff')) {
    allowBodyTime(c);
    return { uploads, limits: staffFormLimits, pace: knownSenderPace };
  }
  if (!uploadPaths.includes(c.req.path))
    return { uploads: undefined, limits: publicFormLimits, pace: strangerPace };
  allowBodyTime(c, cvTimeMs);
  return { uploads, limits: publicFormLimits, pace: cvPace };
}

/** Staff's forms have the files that were uploaded for them before. */
async function takeKeptFiles(
  c: Context<FormEnv & AdminEnv>,
  form: SubmittedForm,
  options: ServerOptions,
  go: (form: SubmittedForm) => Promise<void>,
): Promise<Response | void> {
  const staff = c.get('staff');
  if (!staff) return go(form);
  const { uploads: folder, app } = options;
  const owner = nameStaffOwner(staff.staffId);
  const given = { owner, clientIp: readClientIp(c, options), kept: app.uploads, folder };
  await withKeptFiles(form, given, async (whole) => {
    await go(whole);
    return c.res;
  });
}

function sendRefusal(c: Context, { code, message }: Refusal): Response {
  c.header('connection', 'close');
  c.header('cache-control', 'no-store');
  return sendRefusalPage(c, { message, status: refusalStatus[code] });
}
