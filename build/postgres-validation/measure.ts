import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { controlGroup } from './control-group.js';
import { COUNTS_ROWS } from './counts.js';
import type { CountsRow } from './counts-row.js';
import { measureCounts } from './measure-counts.js';
import { measureLatency } from './measure-latency.js';
import { measureWakes } from './measure-wakes.js';
import { COMPARED, keep } from './measured.js';
import { whyNoPooler } from './pooler.js';
import { LATENCY_ROWS, type LatencyRow } from './rows.js';
import { whyNoSender } from './senders/sender.js';
import { whyNoServer } from './server.js';

/**
 * Measures rows on a real server and stores them in measurements.json: all of them, or those whose names contain one of
 * the given words.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
});
const chosen = ({ name }: { readonly name: string }) =>
  positionals.length === 0 || positionals.some((words) => name.includes(words));
const rows = LATENCY_ROWS.filter(chosen);
const counting = COUNTS_ROWS.filter(chosen);

const problem = whyNoServer();
if (values.list) for (const { name } of [...counting, ...rows]) console.log(name);
else if (problem !== undefined) console.log(`SKIPPED: nothing was measured: ${problem}`);
else await measureAll();

async function measureAll(): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stop.abort());
  // The sender runs on the other core, with the same priority as the server.
  execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });
  const group = controlGroup(`neap-validation-sender-${process.pid}`, undefined);
  const files = group.procs.split(' ');
  for (const file of files) writeFileSync(file, String(process.pid));
  try {
    for (const row of counting) await measureCounting(row, stop.signal);
    for (const row of rows) await measureRow(row, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    console.log('stopped; rows measured until then are kept');
  } finally {
    // A group can be removed only without processes.
    const above = (file: string): string => file.replace(/[^/]+\/cgroup\.procs$/, 'cgroup.procs');
    for (const file of files) writeFileSync(above(file), String(process.pid));
    group.remove();
  }
}

async function measureCounting(row: CountsRow, signal: AbortSignal): Promise<void> {
  const problem = 'pooler' in row ? whyNoPooler() : undefined;
  if (problem !== undefined) {
    console.log(`SKIPPED: ${row.name}: ${problem}`);
    return;
  }
  const real = await ('server' in row ? measureCounts(row, signal) : measureWakes(row, signal));
  if (!values.dry) keep('counts', real);
  const figures = Object.entries(real.figures).map(([name, { value }]) => `${name} ${value}`);
  console.log(`${row.name}: ${figures.join(', ')}; ${JSON.stringify(real.given)}`);
}

async function measureRow(row: LatencyRow, signal: AbortSignal): Promise<void> {
  const problem = row.sender === undefined ? undefined : whyNoSender(row.sender);
  if (problem !== undefined) {
    console.log(`SKIPPED: ${row.name}: ${problem}`);
    return;
  }
  const asked = values.seconds === undefined ? row : { ...row, seconds: Number(values.seconds) };
  const real = await measureLatency(asked, signal);
  if (!values.dry) keep('latency', real);
  const figures = COMPARED.map((part) => {
    const { value, half_width } = real.latency_ms[part];
    return `${part} ${value.toFixed(2)} ± ${half_width?.toFixed(2)} ms`;
  });
  const { queries, cpu_ms, utilisation, send_lag_ms, other_load } = real;
  console.log(
    `${row.name}: ${queries} queries of ${cpu_ms.toFixed(2)} ms, utilisation ${utilisation.toFixed(2)}, sent ${send_lag_ms.toFixed(2)} ms late, other load ${other_load}\n  ${figures.join(', ')}`,
  );
}
