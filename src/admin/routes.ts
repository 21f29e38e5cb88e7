import { layout, route } from '@react-router/dev/routes';

const reportRoutes = [
  route('admin/reports', 'admin/catalogue/reports.tsx'),
  route('admin/reports/bin', 'admin/catalogue/bin.tsx'),
  route('admin/reports/new', 'admin/catalogue/new-report.tsx'),
  route('admin/reports/signed-in', 'admin/catalogue/signed-in.tsx'),
  route('admin/reports/export/:format', 'admin/imports/export-reports.ts'),
  route('admin/reports/:id/edit', 'admin/catalogue/edit-report.tsx'),
  route('admin/reports/:id/save', 'admin/catalogue/save-report.ts'),
  route('admin/reports/:id/files', 'admin/catalogue/report-files.tsx'),
  route('admin/reports/:id/preview', 'admin/catalogue/preview-report.tsx'),
  route('admin/reports/:id/publish', 'admin/catalogue/publish-report.tsx'),
  route('admin/reports/:id/versions', 'admin/catalogue/report-versions.tsx'),
  route('admin/imports', 'admin/imports/imports.tsx'),
  route('admin/imports/:id', 'admin/imports/import.tsx'),
  route('admin/imports/:id/errors', 'admin/imports/import-errors.ts'),
];

/** Every page of the back office. Each exports a `handle` with its verb (page-handle.ts). */
export const adminRoutes = [
  // Pages without a session: their `handle` says `isOpen`.
  layout('admin/frame/sign-in-layout.tsx', []),
  layout('admin/frame/admin-layout.tsx', [
    layout('admin/frame/error-boundary.tsx', [
      route('admin', 'admin/home/home.tsx'),
      ...reportRoutes,
      route('admin/not-allowed', 'admin/frame/not-allowed.tsx'),
      route('admin/*', 'admin/frame/not-found.tsx'),
    ]),
  ]),
];
