import type { AdminHandle } from '#admin/page-handle.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

/** Where the login leads that an editor opened in a window of its own. */
export default function SignedIn() {
  return (
    <AdminPage title="You are signed in again">
      <p data-signed-in>You can close this window and continue in the editor.</p>
    </AdminPage>
  );
}
