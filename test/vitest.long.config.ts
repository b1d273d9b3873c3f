import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { BUILT_SOURCES } from './built-sources.js';

/** The files that take minutes, longest first: what begins last must not keep one core waiting for the other. */
const LONGEST = [
  'real-traces/real-trace-plans',
  'study/plan/plan-optimum',
  'postgres/kill-postgres',
  'server/kill',
  'study/plan/plan-cases',
  'cli/resume',
  'docs/',
  'theory/scale-to-zero',
  'theory/queues',
  'study/replicate/coverage',
  'study/cluster/',
  'clients/first-minute',
  'clients/neonctl',
  'cli/observe',
  'cli/load-questions',
  'cli/screen-width',
  'golden/',
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

/**
 * The long statistical suite: millions of queries per case, so that a bias of one per cent fails. Files that end in
 * `.both.test.ts` and the properties run in both suites, with more cases here.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    ...BUILT_SOURCES,
    include: ['test/**/*.long.test.ts', 'test/**/*.both.test.ts', 'test/properties/*.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // What a browser on a busy machine has not painted yet is waited for.
    expect: { poll: { timeout: 60_000 } },
    pool: 'threads',
    isolate: false,
    // One more than there are cores: at any time about one test in three waits for a process or a clock.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
