import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { controlGroup } from './control-group.js';
import { COUNTS_ROWS } from './counts.js';
import { measureCounts } from './measure-counts.js';
import { measureLatency } from './measure-latency.js';
import { COMPARED, keep } from './measured.js';
import { whyNoPooler } from './pooler.js';
import { LATENCY_ROWS } from './rows.js';
import { whyNoServer } from './server.js';

/**
 * Measures rows on a real server and keeps them in measurements.json: all of them, or those whose name has one of the
 * words given.
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
  // The sender is on the other core, and no more crowded out than the server.
  execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });
  const group = controlGroup(`neap-validation-sender-${process.pid}`, undefined);
  for (const file of group.procs.split(' ')) writeFileSync(file, String(process.pid));
  for (const row of counting) {
    const problem = row.pooler === undefined ? undefined : whyNoPooler();
    if (problem !== undefined) {
      console.log(`SKIPPED: ${row.name}: ${problem}`);
      continue;
    }
    const real = await measureCounts(row);
    if (!values.dry) keep('counts', real);
    const figures = Object.entries(real.figures).map(([name, { value }]) => `${name} ${value}`);
    console.log(`${row.name}: ${figures.join(', ')}; ${JSON.stringify(real.given)}`);
  }
  for (const row of rows) {
    const asked = values.seconds === undefined ? row : { ...row, seconds: Number(values.seconds) };
    const real = await measureLatency(asked);
    if (!values.dry) keep('latency', real);
    const figures = COMPARED.map((part) => {
      const { value, half_width } = real.latency_ms[part];
      return `${part} ${value.toFixed(2)} ± ${half_width?.toFixed(2)} ms`;
    });
    console.log(
      `${row.name}: ${real.queries} queries of ${real.cpu_ms.toFixed(2)} ms, utilisation ${real.utilisation.toFixed(2)}, lag ${real.send_lag_ms.toFixed(2)} ms, load ${real.other_load}\n  ${figures.join(', ')}`,
    );
  }
  // A group can be removed when nobody is in it.
  for (const file of group.procs.split(' ')) {
    writeFileSync(file.replace(/[^/]+\/cgroup\.procs$/, 'cgroup.procs'), String(process.pid));
  }
  group.remove();
}
