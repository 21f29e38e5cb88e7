import { isRouteErrorResponse, Outlet } from 'react-router';
import type { Route } from './+types/boundary.ts';
import { Fault } from './fault.tsx';
import { Lost } from './lost.tsx';

/** Stands between the frame and its pages, so that a page that can't be shown keeps header and footer. */
export default function Boundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <Lost /> : <Fault />;
}
