import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The everyday suite: examples, properties, snapshots and the short form of every theory check. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.long.test.ts'],
    testTimeout: 60_000,
    pool: 'threads',
    setupFiles: ['src/cli/inlining.ts'],
    // Nothing mocks a module: each worker imports the sources once.
    isolate: false,
    // One for each of two cores: left alone, one core would be kept free.
    maxWorkers: 2,
  },
});
