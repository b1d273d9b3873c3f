// What does the same app cost with each of three suspend timeouts, and how many queries wait for a wake?
//
//   node examples/simulate.mjs
import { parseScenario, ScenarioError, simulate, summarise } from 'neap';

const APP = `
name: small-app
seed: 1
start: 2026-01-05T00:00:00Z
duration: 7d
plan: launch
computes:
  - { name: primary, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 }
load:
  - { name: visitors, compute: primary, rate: { base: 20/h, daily: 0.8, peak_hour: 14 }, query: { cpu: 20ms } }
`;

try {
  for (const timeout of [60, 300, 3600]) {
    // The shortest timeout that the launch plan allows is five minutes: with it this throws a ScenarioError.
    const set = ['plan=scale', `computes.primary.suspend_timeout_seconds=${timeout}`];
    const scenario = await parseScenario(APP, { set });
    const { total } = summarise(scenario, simulate(scenario));
    const waits = (100 * (total.delayed_probability ?? 0)).toFixed(1);
    console.log(
      `${timeout} s: $${total.cost_usd.toFixed(2)} a week, ${total.wakes} wakes, ${waits} % of queries wait`,
    );
  }
} catch (error) {
  if (!(error instanceof ScenarioError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
