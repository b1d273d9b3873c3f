import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { simulatedAccount } from '../../src/adapter/simulated-adapter.js';
import { checkInvariants } from '../../src/testing/index.js';
import {
  assertScenarios,
  platformCommands,
  runPlatformCommands,
  scenarioDocuments,
} from '../../src/testing/properties.js';

/** A problem that the shipped properties find. */
export interface Found {
  /** In words; `undefined` if no property fails. */
  readonly problem?: string | undefined;
  /** Lines of the smallest scenario, or calls of the shortest sequence. */
  readonly lines?: number;
}

const SEED = 7;
const SCENARIOS = 150;
const SEQUENCES = 100;

/** Runs the properties of the platform and of scenarios against the sources that are bundled with this file. */
export async function hunt(folder: string): Promise<Found> {
  const calls = await fc.check(
    fc.asyncProperty(platformCommands(), (commands) =>
      runPlatformCommands({ adapter: simulatedAccount({ start_ms: 0 }) }, commands),
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
  const failures = join(folder, 'failures');
  try {
    await assertScenarios(
      scenarioDocuments({ computes: 2, loads: 2 }),
      (run) => {
        const [first] = checkInvariants(run);
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
