import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The long statistical suite: millions of queries a case, so that a bias of one per cent fails. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.long.test.ts'],
    testTimeout: 900_000,
    pool: 'threads',
    maxWorkers: 2,
  },
});
