import type { AttemptRow } from '../../src/load/record/load-record.js';
import type { ServerRow } from './counts-row.js';

const STORMS = 6;
const EVERY_SECONDS = 15;
/** The quantile of Student's distribution for a 95 % interval of {@link STORMS} values. */
const T = 2.571;

const spikes = Array.from({ length: STORMS }, (_, storm) => {
  const at = 1 + storm * EVERY_SECONDS;
  return `{ at: ${at}s, for: 1s, rate: 150/s }`;
});

/** Six storms of a hundred and fifty functions within a second, each with its own connection, for thirty slots. */
export const STORM: ServerRow = {
  name: 'connection storms against max_connections, with retries',
  seconds: STORMS * EVERY_SECONDS,
  cpus: 1,
  server: {
    ...{ quota_cpus: undefined, cores: '0' },
    parameters: { max_connections: '30', superuser_reserved_connections: '0' },
  },
  load: `load:
  - name: functions
    compute: primary
    rate: { spikes: [${spikes.join(', ')}], base: 0/s }
    query: { cpu: 1ms, wait: { exponential: { mean: 500ms } } }
    connection: { kind: per_query }
    retry: { attempts: 4, first: 250ms, factor: 2, jitter: full }
`,
  model: () => 'max_connections: 30',
  figures: ({ attempts }) => ({
    'attempts refused (53300)': overStorms(attempts, ({ outcome }) => outcome === '53300'),
    completed: overStorms(attempts, ({ outcome }) => outcome === 'completed'),
  }),
};

/** Attempts of a kind: those of one storm are correlated, so the storms are counted. */
function overStorms(attempts: readonly AttemptRow[], which: (attempt: AttemptRow) => boolean) {
  const counts = new Array<number>(STORMS).fill(0);
  for (const attempt of attempts) {
    if (which(attempt)) counts[Math.floor(attempt.intended_seconds / EVERY_SECONDS)]! += 1;
  }
  const value = counts.reduce((sum, each) => sum + each, 0);
  const mean = value / STORMS;
  const squares = counts.reduce((sum, each) => sum + (each - mean) * (each - mean), 0);
  return { value, half_width: T * Math.sqrt((squares / (STORMS - 1)) * STORMS) };
}
