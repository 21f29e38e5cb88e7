import { data } from 'react-router';
import type { AdminHandle } from '#admin/page-handle.ts';
import { AdminPage } from './admin-page.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

export const loader = () => data(null, { status: 403 });

/** The guard's answer to a role that may not see a page: the page itself never runs. */
export default function NotAllowed() {
  return (
    <AdminPage title="Your role does not allow this">
      <p>
        Ask an owner of the store if you need it. <a href="/admin">Go to the home page</a>
      </p>
    </AdminPage>
  );
}
