import { layout, route } from '@react-router/dev/routes';

/** Every page of the back office. Each exports a `handle` with its verb (page-handle.ts). */
export const adminRoutes = [
  // Pages without a session: their `handle` says `isOpen`.
  layout('admin/frame/sign-in-layout.tsx', []),
  layout('admin/frame/admin-layout.tsx', [
    layout('admin/frame/error-boundary.tsx', [
      route('admin', 'admin/home/home.tsx'),
      route('admin/not-allowed', 'admin/frame/not-allowed.tsx'),
      route('admin/*', 'admin/frame/not-found.tsx'),
    ]),
  ]),
];
