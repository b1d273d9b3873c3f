import { expect, it } from 'vitest';
import { fittedAgent } from '../../../../src/planner/calibrate/metrics/agent-fit.js';
import { parseScenario } from '../../../../src/scenario/load-scenario.js';
import { simulate } from '../../../../src/simulation/simulation.js';

const EXPERIMENTS = 100;
const TRUTH = 1.3;
const STEP = 15;

const APP = `
name: app
seed: 1
start: 2026-01-05T00:00:00Z
duration: 1h
timeline_interval: ${STEP}s
plan: launch
computes: [{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4, initial_state: active }]
model: { metrics_interval: 30s }
load:
  - name: web
    compute: primary
    rate: 0.25/s
    query: { cpu: { exponential: { mean: 4s } } }
    connection: { kind: pool, size: 40 }
`;

it('the 95 % interval of the target that sizes over time tell holds the truth in 92 to 98 of 100', async () => {
  let held = 0;
  for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
    const seed = `sizes ${experiment}`;
    const truth = await parseScenario(APP, { seed, set: [`model.load_average_fraction_target=${TRUTH}`] });
    const times: number[] = [];
    const cu: number[] = [];
    simulate(truth, {
      observer: {
        timeline: (row) => {
          times.push(row.end_seconds);
          cu.push(row.cu);
        },
        decision: () => undefined,
      },
    });
    const found = await fittedAgent(
      await parseScenario(APP, { seed }),
      { times: Float64Array.from(times), cu: Float64Array.from(cu), step_seconds: STEP },
      { run: async (asked, observer) => void simulate(asked, { observer }), confidence: 0.95 },
    );
    if (typeof found === 'string') continue;
    held += Number(found.target.low <= TRUTH && TRUTH <= found.target.high);
  }
  expect(held).toBeGreaterThanOrEqual(92);
  expect(held).toBeLessThanOrEqual(98);
});
