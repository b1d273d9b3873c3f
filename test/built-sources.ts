import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * Tests import what is built in place of the sources, as Node itself does: otherwise each source is transformed for each
 * thread, and every call from one into another goes through Vite's table of exports, which takes a fifth of the time
 * of simulations. Scripts of pages are built into bundles, and tested as sources.
 */
export const BUILT_SOURCES = {
  alias: [{ find: /^(\.\.\/)+src\/(?!.*\/browser\/)(?=.*\.js$)/, replacement: BUILT }],
  server: { deps: { external: [/\/dist\//] } },
};
