import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BUILT_SOURCES } from './built-sources.js';
import { LongestFirst } from './longest-first.js';

/**
 * The everyday suite: examples, properties, snapshots and the short form of every theory check. `npm test` builds and
 * tests the build. Started directly, vitest tests the sources, so that an outdated build is never tested.
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
    // No test mocks a module, so each worker imports the sources once.
    isolate: false,
    // One more than the number of cores, for two: some tests wait for a process or a clock.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
