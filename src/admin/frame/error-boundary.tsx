import { use } from 'react';
import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/error-boundary.ts';
import { FaultContext } from '#site/layout/fault-context.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminPage } from './admin-page.tsx';
import { NotFound } from './not-found.tsx';

/** Between the frame and its pages, so that a page that fails keeps the menu. */
export default function AdminErrorBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && [404, 410].includes(error.status)) return <NotFound />;
  return <Failed />;
}

/** Something is away or broken: what was typed can be sent again. */
function Failed() {
  const fault = use(FaultContext);
  const isUnavailable = fault?.kind === 'unavailable';
  return (
    <AdminPage title={isUnavailable ? 'This is not available right now' : 'This page failed'}>
      <p>
        {isUnavailable
          ? 'Part of the store is not answering. Please try again in a few seconds.'
          : 'This is a fault of the program, and the log has a record of it.'}
      </p>
      {fault && (
        <p>
          Number in the log: <code>{fault.requestId}</code>
        </p>
      )}
      {fault?.isPost && !fault.postedFields && (
        <p>
          It is not certain whether the form was saved. Go back and look before you send it again:
          the text that you typed is still there, and the file has to be chosen again.
        </p>
      )}
      {fault?.postedFields ? (
        <form method="post" className="admin-form">
          {fault.postedFields.map(([name, value], index) => (
            <input key={`${index}-${name}`} type="hidden" name={name} value={value} />
          ))}
          <p>What you typed is kept, apart from passwords.</p>
          <p>
            <SubmitButton busyLabel="Sending…">Send again</SubmitButton>
          </p>
        </form>
      ) : (
        !fault?.isPost && (
          <p>
            <a href="">Try again</a>
          </p>
        )
      )}
    </AdminPage>
  );
}
