/** The house has one rule: arrows point inward. `npm run boundaries` holds it; scripts/boundaries.test.ts shows a violation failing. */
const type = { dependencyTypesNot: ['type-only'] };
module.exports = {
  forbidden: [
    {
      name: 'core-points-at-nothing-of-ours',
      severity: 'error',
      comment: 'The core knows no HTTP, no React and no vendor: ask through world.ts.',
      from: { path: '^src/core' },
      to: {
        path: '^src/(adapters|server|site|office|ui|wire|boot)|^src/(main|config|root|routes)',
      },
    },
    {
      name: 'core-knows-no-vendor',
      severity: 'error',
      from: { path: '^src/core', pathNot: '[.]test[.]' },
      to: {
        dependencyTypes: ['npm', 'npm-dev'],
        pathNot: 'node_modules/(kysely|zod|d3-scale|d3-shape|@types)',
      },
    },
    {
      name: 'words-meet-at-doors',
      severity: 'error',
      comment: 'Another word is entered through index.ts or a model.',
      from: { path: '^src/core/([^/]+)/' },
      to: {
        path: '^src/core/([^/]+)/',
        pathNot: [
          '^src/core/$1/',
          '^src/core/kernel/',
          '^src/core/[^/]+/(index|.*model)[.]ts$',
          '^src/core/orders/payments[.]ts$',
        ],
      },
    },
    {
      name: 'only-orders-and-leads-use-other-words',
      severity: 'error',
      from: { path: '^src/core/(catalogue|content|accounts)/' },
      to: { path: '^src/core/(orders|leads)/', ...type },
    },
    {
      name: 'pages-are-handed-the-shop',
      severity: 'error',
      comment: 'Pages import types and models of the core only.',
      from: { path: '^src/(site|office|ui)' },
      to: { path: '^src/core', pathNot: ['model[.]ts$', '^src/core/kernel/cents[.]ts$'], ...type },
    },
    {
      name: 'pages-know-no-server',
      severity: 'error',
      from: { path: '^src/(site|office|ui)' },
      to: { path: '^src/(adapters|server|boot|main|config)' },
    },
    {
      name: 'blocks-know-no-business',
      severity: 'error',
      from: { path: '^src/ui' },
      to: { path: '^src/(site|office|paths)' },
    },
    {
      name: 'wire-meets-core-at-doors',
      severity: 'error',
      comment:
        'A dictionary around the verbs: types and models of the core, nothing of pages or server.',
      from: { path: '^src/wire' },
      to: {
        path: ['^src/core', '^src/(site|office|ui|server|adapters|boot)'],
        pathNot: ['model[.]ts$', '^src/core/kernel/outcome[.]ts$'],
        ...type,
      },
    },
    {
      name: 'server-meets-core-by-type',
      severity: 'error',
      from: { path: '^src/server' },
      to: { path: '^src/core', pathNot: 'model[.]ts$', ...type },
    },
    {
      name: 'adapters-know-no-audience',
      severity: 'error',
      from: { path: '^src/adapters' },
      to: { path: '^src/(server|site|office|wire|ui)' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, ...type } },
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
