import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest in either suite, longest first. */
const LONGEST = [
  'theory/queues',
  'cli/commands',
  'study/plan/plan-cases',
  'docs/tutorials',
  'studio/studio',
  'report/workbook/',
  'action/',
  'docs/documents',
  'postgres/',
  'real-traces/',
  'study/replicate/coverage',
  'mcp/',
  'cli/resume',
  'planted-bugs/',
  'statistics/latency-law/',
  'study/cluster/',
  'ingest/awake',
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
  'simulation/runs',
  'study/elsewhere',
  'ingest/readings/series',
  'cli/serve',
  'cli/import/',
  'properties/invariants',
  'incidents/',
  'cli/observe',
  'ingest/random',
  'cli/screen-width',
  'report/',
  'compute/',
  'golden/',
];

/** Starts long files first: a long file that starts last would leave the other core idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((name) => moduleId.includes(`/test/${name}`));
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
