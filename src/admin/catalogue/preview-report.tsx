import { redirect } from 'react-router';
import type { Route } from './+types/preview-report.ts';
import type { PreviewLink } from '#core/catalogue/index.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ReportFrame, toHead, type ReportHead } from './editor/report-frame.tsx';
import { readListQuery, withList } from './list-behind.ts';
import { reportPaths, toNumber } from './report-paths.ts';
import { readId } from '#admin/frame/read-id.ts';
import { FormKey } from '#admin/frame/form-key.tsx';

export const handle: AdminHandle = { verb: 'report.read' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { editing } = context.get(appContext).catalogue;
  const { actor, may } = context.get(staffContext);
  const id = readId(params.id);
  const mayShare = may('report.edit');
  return {
    head: toHead(unwrap(await editing.drafts.open(actor, id)), request.url, may),
    links: mayShare ? unwrap(await editing.previews.listLinks(actor, id)) : [],
    readerPath: mayShare ? undefined : unwrap(editing.previews.makeForReader(actor, id)),
    origin: context.get(visitContext).origin,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { editing } = context.get(appContext).catalogue;
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const path = withList(reportPaths.preview(id), readListQuery(request.url));
  const intent = readIntent(['share', 'open', 'revoke'], form.fields['intent']);
  if (intent === undefined) return respondRejected(unknownForm, {});
  if (intent === 'revoke') {
    const revoked = await editing.previews.revoke(actor, id, toNumber(form.fields['link']));
    if (!revoked.ok) return respondRejected(revoked, {});
    return redirectWithMessage(context, path, 'The link no longer works.');
  }
  const shared = await editing.previews.share(actor, id);
  if (!shared.ok) return respondRejected(shared, {});
  if (intent === 'open') return redirect(shared.value.path, 303);
  return redirectWithMessage(context, path, 'The link is below.');
}

/** The draft on the real page, by links that can be sent to people without an account. */
export default function PreviewReport({ loaderData, actionData }: Route.ComponentProps) {
  const { head, links, readerPath, origin } = loaderData;
  if (readerPath !== undefined) return <ReaderPreview head={head} path={readerPath} />;
  return (
    <ReportFrame head={head} part="preview">
      <AdminSection title="Preview">
        <p>
          A link shows the report’s page as the draft is when it is opened. It works for seven days
          for anyone who has it; search engines don’t list it, and nothing can be bought there.
        </p>
        <AdminForm intent="share" rejected={actionData}>
          <div className="admin-buttons">
            <SubmitButton name="intent" value="open" busyLabel="Opening…">
              Open a preview
            </SubmitButton>
            <SubmitButton className="admin-button" busyLabel="Making the link…">
              Make a link to send
            </SubmitButton>
          </div>
        </AdminForm>
      </AdminSection>
      <AdminSection title="Active links">
        {links.length === 0 ? <p>None.</p> : <Links links={links} origin={origin} />}
      </AdminSection>
    </ReportFrame>
  );
}

/** For staff who may not share links. */
const ReaderPreview = ({ head, path }: { readonly head: ReportHead; readonly path: string }) => (
  <ReportFrame head={head} part="preview">
    <AdminSection title="Preview">
      <p>The report’s page with what the draft says now. The link works for ten minutes.</p>
      <p>
        <a className="admin-button" href={path}>
          Open the preview
        </a>
      </p>
    </AdminSection>
  </ReportFrame>
);

const Links = ({
  links,
  origin,
}: {
  readonly links: readonly PreviewLink[];
  readonly origin: string;
}) => (
  <ul className="edit-versions">
    {links.map(({ id, path, expiresAt }) => (
      <li key={id}>
        <p>
          <a href={path} className="link edit-link" id={`preview-${id}`}>
            {origin + path}
          </a>{' '}
          <button
            type="button"
            className="admin-button with-script"
            data-copy={`preview-${id}`}
            aria-label={`Copy preview link ${id}`}
          >
            Copy
          </button>
        </p>
        <p>
          Until <Time at={expiresAt} />
        </p>
        <form method="post">
          <FormKey />
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="link" value={id} />
          <SubmitButton className="admin-button" busyLabel="Revoking…">
            Revoke
          </SubmitButton>
        </form>
      </li>
    ))}
  </ul>
);
