import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take minutes, longest first: what begins last must not keep one core waiting for the other. */
const LONGEST = [
  'theory/published-queues',
  'theory/queues',
  'planner/plan-optimum',
  'readme/',
  'server/kill',
  'theory/scale-to-zero',
  'real-traces/',
  'cli/resume',
  'cli/load-questions',
  'planner/coverage',
  'cli/observe',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.includes(`/test/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url));

/** The long statistical suite: millions of queries a case, so that a bias of one per cent fails. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    // What is built, as Node itself imports it: every call from one source into another goes through Vite's table of
    // exports, which takes a fifth of the time of these simulations.
    alias: [{ find: /^(\.\.\/)+src\/(?=.*\.js$)/, replacement: BUILT }],
    server: { deps: { external: [/\/dist\//] } },
    include: ['test/**/*.long.test.ts'],
    testTimeout: 900_000,
    pool: 'threads',
    setupFiles: ['src/cli/inlining.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
