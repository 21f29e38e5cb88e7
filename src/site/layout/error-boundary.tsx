import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/error-boundary.ts';
import { isWithdrawn, WithdrawnReport } from '#site/catalogue/withdrawn-report.tsx';
import { ServerError } from './server-error.tsx';
import { NotFound } from './not-found.tsx';

/** Between the layout and its pages, so that a page that fails keeps its header and footer. */
export default function ErrorBoundaryLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <ServerError />;
  if (error.status === 410 && isWithdrawn(error.data)) return <WithdrawnReport {...error.data} />;
  return error.status === 404 ? <NotFound thrown={error.data} /> : <ServerError />;
}
