import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { BUILT_SOURCES } from './built-sources.js';

/** The files that take minutes, longest first: a long file that starts last would leave the other core idle. */
const LONGEST = [
  'study/plan/plan-cases',
  'studio/studio',
  'report/workbook/',
  'docs/',
  'real-traces/',
  'study/replicate/coverage',
  'action/',
  'mcp/',
  'cli/resume',
  'planted-bugs/',
  'theory/queues',
  'statistics/latency-law/',
  'study/cluster/',
  'ingest/calibrate/demand',
  'studio/same-figures',
  'report/page/every-page',
  'clients/first-minute',
  'cli/same-bytes',
  'server/agreement',
  'theory/',
  'study/agreement',
  'study/plan/plan-optimum',
  'simulation/fidelity/',
  'properties/invariants',
  'cli/observe',
  'ingest/random',
  'cli/screen-width',
  'postgres/',
  'compute/',
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
