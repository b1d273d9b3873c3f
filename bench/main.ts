import { parseArgs } from 'node:util';
import { type BenchmarkResult, markdownTable, textTable } from './benchmark-table.js';
import { isBuilt } from './built.js';
import { measureCrowd } from './crowd.js';
import { thisMachine } from './machine.js';
import { measureMemory } from './memory.js';
import { measureSpeed } from './speed.js';
import { measureWorkers } from './workers.js';

const USAGE = `usage: npm run bench -- [--rounds N] [--memory | --workers] [--json | --markdown]

Measures speed and memory, prints what was found, and exits with 0 whether targets are met or not.

  --rounds N   rounds of the speed comparison (5)
  --memory     only the memory of a run of 500 million queries, which takes minutes
  --workers    only replications on two worker threads against one
  --json       the figures as JSON
  --markdown   the table as Markdown`;

function progress(message: string): void {
  process.stderr.write(`bench: ${message}\n`);
}

function benchmark(): number {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      memory: { type: 'boolean', default: false },
      workers: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds >= 1)) {
    throw new Error(`--rounds: expected a whole number of at least 1, got "${values.rounds}"`);
  }
  if (!isBuilt()) throw new Error('there is no build to measure: run "npm run build" first');
  const result: BenchmarkResult = {
    machine: thisMachine(),
    speed: values.memory || values.workers ? undefined : measureSpeed(rounds, progress),
    crowd: values.memory || values.workers ? undefined : measureCrowd(rounds, progress),
    memory: values.workers ? { runs: [] } : measureMemory(values.memory, progress),
    workers: values.memory ? undefined : measureWorkers(rounds, progress),
  };
  if (values.json) console.log(JSON.stringify(result, undefined, 2));
  else console.log(values.markdown ? markdownTable(result) : textTable(result));
  return 0;
}

try {
  process.exitCode = benchmark();
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
