/**
 * The house has one direction: a layer imports only layers above it in this list (and its own folder).
 * The README of each folder says what it is about; docs/architecture.md prints them.
 */
const layers = [
  'kernel',
  'statistics',
  'files',
  'vendors',
  'compute',
  'workload',
  'platform',
  'api',
  'scenario',
  'simulation',
  'cost',
  'findings',
  'figures',
  'adapter',
  'load',
  'ingest',
  'study',
  'report',
  'emulation',
  'postgres',
  'mcp',
  'server',
  'testing',
  'studio',
  'cli',
];

module.exports = {
  forbidden: [
    ...layers.map((layer, index) => ({
      name: `${layer}-imports-upward-only`,
      comment: `src/${layer}/README.md says what this layer knows.`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: {
        path: '^src/',
        pathNot: [layer, ...layers.slice(0, index)].map((allowed) => `^src/${allowed}/`).join('|'),
      },
    })),
    {
      name: 'no-circular',
      comment:
        'A cycle that a type import closes does not exist at run time; the parts of a compute name the record that joins them.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'pure-layers-do-no-io',
      comment: 'Decisions are told the time and the data: no files, no network, no clock.',
      severity: 'error',
      from: { path: '^src/(kernel|statistics|compute|platform|cost)/' },
      // SHA-256 and the comparison in constant time are pure functions.
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(index|main)\\.ts$' },
      to: {},
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
