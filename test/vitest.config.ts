import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BUILT_SOURCES } from './built-sources.js';

/**
 * The everyday suite: examples, properties, snapshots and the short form of every theory check. `npm test` builds and
 * tests what is built; by itself vitest tests the sources, so that nobody tests an old build.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    ...(process.env['NEAP_BUILT'] === undefined ? {} : BUILT_SOURCES),
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.long.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Nothing mocks a module: each worker imports the sources once.
    isolate: false,
    // One for each of two cores: left alone, one core would be kept free.
    maxWorkers: 2,
  },
});
