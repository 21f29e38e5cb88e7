/** The house has one rule: arrows point inward. `npm run check:imports` checks it; scripts/import-boundaries.test.ts shows a violation failing. */
const type = { dependencyTypesNot: ['type-only'] };
module.exports = {
  forbidden: [
    {
      name: 'core-imports-only-core',
      severity: 'error',
      comment: 'The core knows no HTTP, no React and no vendor: use deps.ts.',
      from: { path: '^src/core' },
      to: {
        path: '^src/(adapters|server|site|admin|ui|api|import-api|boot)|^src/(main|settings|faults|root|routes)',
      },
    },
    {
      name: 'core-imports-no-vendor',
      severity: 'error',
      from: { path: '^src/core', pathNot: '[.]test[.]' },
      to: {
        dependencyTypes: ['npm', 'npm-dev'],
        pathNot:
          'node_modules/(kysely|zod|wink-porter2-stemmer|escape-html|d3-scale|d3-shape|@types)',
      },
    },
    {
      name: 'modules-meet-at-index',
      severity: 'error',
      comment: 'Another module is entered through index.ts or a model.',
      from: { path: '^src/core/([^/]+)/' },
      to: {
        path: '^src/core/([^/]+)/',
        pathNot: ['^src/core/$1/', '^src/core/kernel/', '^src/core/[^/]+/(index|.*model)[.]ts$'],
      },
    },
    {
      name: 'only-orders-and-leads-use-other-modules',
      severity: 'error',
      from: { path: '^src/core/(catalogue|content|accounts|store)/' },
      to: { path: '^src/core/(orders|leads)/', ...type },
    },
    {
      name: 'writing-knows-no-editing',
      severity: 'error',
      comment: 'Editors write through the writer of reports; it knows nothing of drafts.',
      from: { path: '^src/core/catalogue/(writing|fields)/' },
      to: { path: '^src/core/catalogue/editing/' },
    },
    {
      name: 'media-stands-below-the-modules',
      severity: 'error',
      comment:
        'Modules name pictures of the library; it finds where by SQL and knows none of them.',
      from: { path: '^src/core/media/' },
      to: { path: '^src/core/(?!media/|kernel/|staff/|deps[.]ts|jobs[.]ts)', ...type },
    },
    {
      name: 'people-stand-above-the-modules',
      severity: 'error',
      comment: 'People are put together of what the modules keep; no module knows them.',
      from: { path: '^src/core/', pathNot: '^src/core/(people/|app[.]ts$)' },
      to: { path: '^src/core/people/', ...type },
    },
    {
      name: 'facts-are-made-when-somebody-writes',
      severity: 'error',
      comment:
        'Pages read what was stored: models, which pages import, reach no statistics, no forecast ' +
        'and no arranging of documents.',
      from: { path: '^src/core/(kernel/.*|.*model)[.]ts$', pathNot: '[.]test[.]' },
      to: { path: '^src/core/', pathNot: '^src/core/kernel/|model[.]ts$', ...type },
    },
    {
      name: 'pages-get-the-app-by-context',
      severity: 'error',
      comment: 'Pages import types and models of the core only.',
      from: { path: '^src/(site|admin|ui)' },
      to: { path: '^src/core', pathNot: 'model[.]ts$', ...type },
    },
    {
      name: 'pages-import-no-server',
      severity: 'error',
      from: { path: '^src/(site|admin|ui)' },
      to: { path: '^src/(adapters|server|boot|main|config)' },
    },
    {
      name: 'ui-imports-no-domain',
      severity: 'error',
      from: { path: '^src/ui' },
      to: { path: '^src/(site|admin|paths)' },
    },
    {
      name: 'api-imports-core-types-only',
      severity: 'error',
      comment:
        'A dictionary around the verbs: types and models of the core, nothing of pages or server.',
      from: { path: '^src/(api|import-api)' },
      to: {
        path: ['^src/core', '^src/(site|admin|ui|server|adapters|boot)'],
        pathNot: 'model[.]ts$',
        ...type,
      },
    },
    {
      name: 'server-imports-core-types-only',
      severity: 'error',
      from: { path: '^src/server' },
      to: { path: '^src/core', pathNot: 'model[.]ts$', ...type },
    },
    {
      name: 'adapters-import-no-audience',
      severity: 'error',
      from: { path: '^src/adapters' },
      to: { path: '^src/(server|site|admin|api|import-api|ui)' },
    },
    {
      name: 'simulators-stand-apart',
      severity: 'error',
      comment:
        'They play the outside world: they know nothing of us, and only the demo loads them.',
      from: { path: '^simulators/' },
      to: { path: '^(src|db|test|scripts)/', pathNot: '^test/support/html-validator[.]ts$' },
    },
    {
      name: 'only-boot-loads-the-simulators',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/boot/simulators[.]ts$|[.]test[.]' },
      to: { path: '^simulators/', ...type },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, ...type } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[+]types' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
