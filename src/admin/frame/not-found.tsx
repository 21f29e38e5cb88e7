import { data } from 'react-router';
import type { AdminHandle } from '#admin/page-handle.ts';
import { AdminPage } from './admin-page.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

export const loader = () => data(null, { status: 404 });
export const action = loader;

/** An address of the back office that has no page. */
export function NotFound() {
  return (
    <AdminPage title="There is nothing here">
      <p>
        What stood at this address was deleted, or the address is wrong.{' '}
        <a href="/admin">Go to the home page</a>
      </p>
    </AdminPage>
  );
}

export default NotFound;
