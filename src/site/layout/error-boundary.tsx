import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/error-boundary.ts';
import { ServerError } from './server-error.tsx';
import { NotFound } from './not-found.tsx';

/** Between the layout and its pages, so that a page that fails keeps its header and footer. */
export default function ErrorBoundaryLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isGone = isRouteErrorResponse(error) && [404, 410].includes(error.status);
  return isGone ? <NotFound /> : <ServerError />;
}
