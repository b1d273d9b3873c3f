/** What a page imports runs in a browser: types are left out, since only what remains of a module after compiling runs. */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'pages-run-without-node',
      comment: 'Code of a page, and everything it imports, uses no module of Node: files are given to it.',
      severity: 'error',
      from: { path: '^src/(studio|report/page|server/status)/(browser|worker)/' },
      to: { pathNot: '^(src|node_modules)/', reachable: true },
    },
  ],
  options: { ...options, tsPreCompilationDeps: false },
};
