import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

/** What the shipped properties find wrong with the sources in a folder; printed as JSON by the process of this file. */
export interface Found {
  /** In words; `undefined` when nothing was found. */
  readonly problem?: string | undefined;
  /** Lines of the smallest scenario, or calls of the shortest sequence. */
  readonly lines?: number;
}

const SEED = 7;
const SCENARIOS = 150;
const SEQUENCES = 100;

const [folder] = process.argv.slice(2);
if (folder !== undefined) process.stdout.write(JSON.stringify(await hunt(folder)));

async function hunt(at: string): Promise<Found> {
  const sources = async <Module>(path: string) =>
    (await import(pathToFileURL(join(at, 'src', path)).href)) as Module;
  const testing = await sources<typeof import('../../src/testing/index.js')>('testing/index.ts');
  const properties = await sources<typeof import('../../src/testing/properties.js')>('testing/properties.ts');
  const { simulatedAccount } = await sources<typeof import('../../src/adapter/simulated-adapter.js')>(
    'adapter/simulated-adapter.ts',
  );
  const failures = join(at, 'failures');
  const calls = await fc.check(
    fc.asyncProperty(properties.platformCommands(), (commands) =>
      properties.runPlatformCommands({ adapter: simulatedAccount({ start_ms: 0 }) }, commands),
    ),
    { seed: SEED, numRuns: SEQUENCES },
  );
  if (calls.counterexample !== null) {
    const error = calls.errorInstance;
    return {
      problem: error instanceof Error ? error.message : String(error),
      lines: String([...calls.counterexample[0]]).split(',').length,
    };
  }
  try {
    await properties.assertScenarios(
      properties.scenarioDocuments({ computes: 2, loads: 2 }),
      (run) => {
        const [first] = testing.checkInvariants(run);
        if (first !== undefined) throw new Error(first);
      },
      { seed: SEED, numRuns: SCENARIOS, failures },
    );
    return {};
  } catch (error) {
    const problem = (error as Error).message;
    const lines = readFileSync(join(failures, `seed-${SEED}.yaml`), 'utf8').split('\n').length;
    return { problem, lines };
  }
}
