import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BUILT_SOURCES } from './built-sources.js';
import { LongestFirst } from './longest-first.js';

/**
 * The long statistical suite: millions of queries per case, so that a bias of 1 % fails (2 % for rare events). Files that end in
 * `.both.test.ts` and the properties run in both suites, with more cases here.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    ...BUILT_SOURCES,
    include: ['test/**/*.long.test.ts', 'test/**/*.both.test.ts', 'test/properties/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // Wait for pages that a browser on a busy machine has not painted yet.
    expect: { poll: { timeout: 60_000 } },
    pool: 'threads',
    isolate: false,
    // One more than the number of cores: about one test in three waits for a process or a clock.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
