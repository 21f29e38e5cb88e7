/** Addresses of the back office's pages of reports and imports. */
export const reportPaths = {
  list: '/admin/reports',
  /** The list with the report of a code, in whatever state it is. */
  ofCode: (code: string) => `/admin/reports?${new URLSearchParams({ words: code })}`,
  bin: '/admin/reports/bin',
  create: '/admin/reports/new',
  edit: (id: number) => `/admin/reports/${id}/edit`,
  save: (id: number) => `/admin/reports/${id}/save`,
  publish: (id: number) => `/admin/reports/${id}/publish`,
  files: (id: number) => `/admin/reports/${id}/files`,
  versions: (id: number) => `/admin/reports/${id}/versions`,
  preview: (id: number) => `/admin/reports/${id}/preview`,
  chart: (id: number, key: string, revision: number) =>
    `/admin/reports/${id}/chart?${new URLSearchParams({ key, revision: String(revision) })}`,
  signedIn: '/admin/reports/signed-in',
};

/** A number that a form or a query gives; 0, which nothing has, for anything else. */
export const toNumber = (text: string | undefined): number =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0;
