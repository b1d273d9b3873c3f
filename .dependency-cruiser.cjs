/**
 * The house has one direction: a layer imports only layers above it in this list (and its own folder).
 * What each is about is said here alone; docs/architecture.md prints it.
 */
const subjects = {
  kernel: 'Simulated time: event calendar, random streams, distributions. Independent of Postgres or money.',
  statistics: 'Histograms, confidence intervals, warm-up, stopping rules. Independent of Postgres or money.',
  files: 'Result files and folders that appear whole or not at all.',
  vendors:
    'Plans as dated data: one row per price or limit with its days, source and confidence; reading them. Independent of use.',
  compute:
    'One compute as pure decisions over time: sizes, lifecycle, CPU, memory, cache, connections, autoscaler, suspension. Independent of events, files or HTTP.',
  workload:
    'The load: rate shapes, arrival processes, query demands, recorded traces. Independent of computes.',
  platform:
    'The management API by resource: rows, calls with path, parameters, body, answer and rule. Independent of HTTP.',
  api: 'The calls of the management API in one table, those that are not served, and faults.',
  scenario:
    'The scenario file: schema, defaults, diagnostics with line and column; compiled to frozen plain data. Independent of how it is run.',
  simulation:
    'A run: scenario, workload and compute on the kernel, turned into observations. Independent of reports.',
  cost: 'Observations to money.',
  findings:
    'What is worth a look in a scenario or its run: rules, their words, and the figure each rests on.',
  figures: 'What a figure is: name, unit, how it is computed, totalled and pooled; objectives about figures.',
  adapter: 'The management API from a program, simulated in process or over HTTP; apply and observe.',
  load: "A scenario's load as real queries to a real database, and the account of what became of them.",
  ingest:
    'Files that people have: which kind they are, the load in them, and what they show of a platform. Independent of the command line.',
  study: 'Many runs: replications, comparison, sweep, plan, capacity, forecast, policies.',
  report: 'Results as CSV, workbook, web page, Markdown and screen. Independent of how they were obtained.',
  emulation: 'Joins a running simulation to the emulator. Independent of HTTP.',
  postgres:
    'Real PostgreSQL behind endpoints: server processes, the wire proxy, SQL over HTTP. Independent of the API.',
  mcp: 'The simulator and the planner as tools of the Model Context Protocol: limits, one thread a call.',
  server: 'The emulator: the rules of platform/ behind HTTP. Independent of the workload.',
  testing:
    'What test suites import: emulators and databases for one test, matchers, random scenarios and calls, invariants.',
  studio:
    "The interactive page: the simulator in a browser's worker, the page around it, and the server of a scenario file.",
  cli: 'The commands: parse, call, print; no logic.',
};

const layers = Object.keys(subjects);

module.exports = {
  forbidden: [
    ...layers.map((layer, index) => ({
      name: `${layer}-imports-upward-only`,
      comment: subjects[layer],
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
