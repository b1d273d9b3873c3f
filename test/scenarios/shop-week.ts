import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';

/** The traffic of `scenarios/traces/shop-week.csv`: a small shop whose days vary and end in the evening. */
const SHOP = {
  name: 'shop-week',
  seed: 2026,
  start: '2026-01-05T00:00:00Z',
  duration: '7d',
  timeline_interval: '5m',
  plan: 'launch',
  computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
  load: [
    {
      name: 'visitors',
      compute: 'primary',
      rate: {
        product: [
          { base: '30/min', daily: 0.98, peak_hour: 20, weekdays: [0.7, 0.7, 0.8, 0.9, 1.2, 1.6, 1.4] },
          { log_ou: { mean: 1, sigma: 0.5, correlation_time: '40m', step: '1m' } },
          // The shop closes at night, so that suspending saves something.
          { cron: { schedule: '0 6 * * *', for: '19h', rate: 1 } },
        ],
      },
      query: { cpu: '0s' },
    },
  ],
};

/** The trace as a CSV file: requests per five minutes, simulated by the project. */
export async function shopWeek(): Promise<string> {
  const scenario = await parseScenario(JSON.stringify(SHOP));
  const lines = ['timestamp,requests'];
  simulate(scenario, {
    observer: {
      timeline: (row: TimelineRow) => {
        const at = new Date((scenario.start_epoch_seconds + row.start_seconds) * 1000);
        lines.push(`${at.toISOString().replace('.000', '')},${row.arrived}`);
      },
      decision: () => {},
    },
  });
  return `${lines.join('\n')}\n`;
}
