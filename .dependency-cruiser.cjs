/**
 * The house has one direction: a layer imports only layers above it in this list (and its own folder).
 * Keep the list in step with the table in the README's architecture section.
 */
const layers = [
  'kernel',
  'statistics',
  'compute',
  'workload',
  'platform',
  'scenario',
  'simulation',
  'cost',
  'availability',
  'adapter',
  'planner',
  'report',
  'server',
  'testing',
  'cli',
];

/** `cost` and `availability` are siblings: neither knows of the other. */
const siblings = { availability: ['cost'] };

module.exports = {
  forbidden: [
    ...layers.map((layer, index) => ({
      name: `${layer}-imports-upward-only`,
      comment: `src/${layer}/ may import only the layers above it`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: {
        path: '^src/',
        pathNot: [
          layer,
          ...layers.slice(0, index).filter((above) => !(siblings[layer] ?? []).includes(above)),
        ]
          .map((allowed) => `^src/${allowed}/`)
          .join('|'),
      },
    })),
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'pure-layers-do-no-io',
      comment: 'Decisions are told the time and the data: no files, no network, no clock.',
      severity: 'error',
      from: { path: '^src/(kernel|statistics|compute|platform|cost|availability)/' },
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
