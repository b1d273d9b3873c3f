// Random work for any length of time: `npm run soak -- --minutes 30 --seed 7`. The seed determines everything, so the
// line of a failure replays it.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import fc from 'fast-check';
import { simulatedAccount } from '../../src/adapter/simulated-adapter.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { isSampled } from '../../src/simulation/fidelity/hybrid-loads.js';
import { simulate } from '../../src/simulation/simulation.js';
import { assertInvariants, recordDocument, withEmulator } from '../../src/testing/index.js';
import {
  platformCommands,
  runPlatformCommands,
  type ScenarioInput,
  scenarioDocuments,
} from '../../src/testing/properties.js';

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const START = Date.parse('2026-01-05T00:00:00Z');
/** A check of whole processes runs once in this many rounds, because it takes that much longer. */
const SELDOM = 25;
/** Scenarios to try; hybrid fidelity leaves out queries in about one of six. */
const TRIED = 100;
/** Two equal numbers differ by more than this less than once in a billion times. */
const STANDARD_DEVIATIONS = 6;

/** The changed part of a load. */
interface LoadInput {
  readonly query?: object;
  readonly retry?: unknown;
}

/** A kind of random work, generated from a number, and its check. */
interface Check {
  readonly name: string;
  /** Runs in one of this many rounds. */
  readonly every: number;
  readonly once: (seed: number) => Promise<void>;
}

/** One value of an arbitrary, determined by a number. */
function draw<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0]!;
}

const CHECKS: readonly Check[] = [
  {
    name: 'the invariants of a run',
    every: 1,
    async once(seed) {
      assertInvariants(await recordDocument(draw(scenarioDocuments(), seed)));
    },
  },
  {
    name: 'exact and hybrid: as many arrivals, and nothing lost',
    every: 2,
    async once(seed) {
      const scenario = await leftOutInPart(seed);
      const exact = simulate(scenario);
      const hybrid = simulate(scenario, { fidelity: 'hybrid' });
      for (const [index, { name, arrived, completed, failed, in_flight }] of hybrid.computes.entries()) {
        const { simulated_queries, left_out_queries, effective_arrivals } = hybrid.fidelity![index]!;
        const drawn = simulated_queries + left_out_queries;
        const expected = exact.computes[index]!.arrived;
        // Both are drawn from the law of the load.
        requireWithin(`${name}: drawn`, drawn, expected, drawn + expected);
        // With weights, an arrival counts k − 1 more than it was drawn, and one that is left out counts 1 less.
        const squares = arrived === 0 ? 0 : (arrived * arrived) / effective_arrivals;
        requireWithin(`${name}: arrived`, arrived, drawn, squares - 2 * arrived + drawn);
        equal(`${name}: accounted for`, completed + failed + in_flight, arrived);
      }
    },
  },
  {
    name: 'the rules and the emulator: the same calls, the same model',
    every: 2,
    async once(seed) {
      const commands = () => draw(platformCommands({ most_commands: 20 }), seed);
      await runPlatformCommands({ adapter: simulatedAccount({ start_ms: START }) }, commands());
      await withEmulator(({ adapter }) => runPlatformCommands({ adapter }, commands()), { start_ms: START });
    },
  },
  {
    name: 'one worker and two: the same bytes',
    every: SELDOM,
    async once(seed) {
      const document = draw(scenarioDocuments({ computes: 2 }), seed);
      equal('the result', await ran(document, seed, 2), await ran(document, seed, 1));
    },
  },
];

/** The first of some random scenarios whose queries hybrid fidelity leaves out, made busy enough for that. */
async function leftOutInPart(seed: number): Promise<Scenario> {
  const documents = fc.sample(scenarioDocuments({ computes: 1, loads: 1, open: true, faults: 0 }), {
    ...{ seed, numRuns: TRIED },
  });
  for (const document of documents) {
    const load = (document.load as readonly LoadInput[]).map(({ query, retry: _, ...one }) => ({
      ...{ ...one, process: 'poisson', rate: '16/s' },
      query: { ...query, cpu: { exponential: { mean: '5ms' } }, wait: '5ms' },
    }));
    const scenario = await parseScenario(JSON.stringify({ ...document, duration: '2h', load }));
    if (isSampled(scenario)) return scenario;
  }
  throw new Error(`hybrid fidelity leaves out no queries in any of ${TRIED} random scenarios`);
}

function equal(what: string, got: unknown, expected: unknown): void {
  if (got !== expected) throw new Error(`${what}: ${String(got)}, expected ${String(expected)}`);
}

/** Throws if two numbers differ by more than chance, by the variance of their difference. */
function requireWithin(what: string, got: number, expected: number, variance: number): void {
  if (!(Math.abs(got - expected) <= STANDARD_DEVIATIONS * Math.sqrt(variance))) equal(what, got, expected);
}

async function ran(document: ScenarioInput, seed: number, workers: number): Promise<string> {
  const folder = join(tmpdir(), 'neap-soak');
  const file = join(folder, `${seed}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(document));
  const args = ['run', file, '--replications', '4', '--workers', String(workers), '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    maxBuffer: 1 << 28,
  }).catch((error: { readonly code?: number; readonly stdout?: string }) => {
    // A missed objective is also a result.
    if (error.code === 1 && error.stdout !== undefined) return { stdout: error.stdout };
    throw error;
  });
  return stdout;
}

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? 5);
const first = Number(values.seed ?? 1);
if (!(minutes > 0) || !Number.isInteger(first)) {
  process.stderr.write('usage: npm run soak -- [--minutes 30] [--seed 7]\n');
  process.exit(2);
}
const counts = new Map(CHECKS.map(({ name }) => [name, 0]));
const until = performance.now() + minutes * 60_000;
let failures = 0;
for (let round = 0; performance.now() < until; round++) {
  const seed = first * 1_000_000 + round;
  for (const { name, every, once } of CHECKS) {
    if (round % every !== 0) continue;
    try {
      await once(seed);
      counts.set(name, counts.get(name)! + 1);
    } catch (error) {
      failures++;
      process.stderr.write(`${name}, seed ${seed}: ${String(error).split('\n')[0]}\n`);
    }
  }
}
for (const [name, count] of counts) process.stdout.write(`${count} times: ${name}\n`);
process.stdout.write(`${failures === 0 ? 'nothing failed' : `${failures} failed`}, seed ${first}\n`);
process.exitCode = failures === 0 ? 0 : 1;
