import type { AdminHandle } from '#admin/page-handle.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

/** The first page after the login. */
export default function Home() {
  return (
    <AdminPage title="Home">
      <p>Choose a screen from the menu.</p>
    </AdminPage>
  );
}
