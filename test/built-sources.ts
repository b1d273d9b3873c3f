import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url));

/**
 * Tests import the build in place of the sources, as Node does. Otherwise each thread transforms each source again, and
 * every call between modules goes through Vite's table of exports, which takes a fifth of the time
 * of simulations. Scripts of pages are built into bundles, and tested as sources.
 */
export const BUILT_SOURCES = {
  alias: [{ find: /^(\.\.\/)+src\/(?!.*\/browser\/)(?=.*\.js$)/, replacement: BUILT }],
  server: { deps: { external: [/\/dist\//] } },
};
