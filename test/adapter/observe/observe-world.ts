import { Belongings } from '../../../src/adapter/observe/created-resources.js';
import type { Observed } from '../../../src/adapter/observe/observation.js';
import { type PlanTarget, planObservation } from '../../../src/adapter/observe/observation-plan.js';
import { observeScenario } from '../../../src/adapter/observe/observe-scenario.js';
import { undo } from '../../../src/adapter/observe/undo.js';
import { simulatedAccount } from '../../../src/adapter/simulated-adapter.js';
import { observationPlanReport } from '../../../src/report/answers/observation-plan.js';
import { screenText } from '../../../src/report/forms/screen.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Story } from '../../platform/rule-table.js';
import { START_MS } from '../../server/emulator-under-test.js';
import { AdapterWorld, type Deeds } from '../adapter-world.js';
import { SAME_DURATIONS } from './agreement.js';

interface ObserveStep extends PlanTarget {
  readonly scenario: object;
  /** When the observation is aborted. */
  readonly stop_at_seconds?: number;
}

/**
 * Stories of a simulated account without a project, with the steps `fail`, which injects a fault, `plan` and `observe`
 * for a scenario, and `undo`, which removes what the observations of the story created.
 */
export async function observeWorld({ given }: Story): Promise<AdapterWorld> {
  const platform = { operation_duration_ms: SAME_DURATIONS, ...given };
  const adapter = simulatedAccount({ start_ms: START_MS, platform });
  const belongings = new Belongings();
  const project_name = 'observed';
  const planned = async ({ scenario: data, ...target }: ObserveStep) => {
    const scenario = await parseScenario(JSON.stringify(data));
    return { scenario, plan: planObservation(scenario, target) };
  };
  const deeds = {
    fail: (fault: Parameters<typeof adapter.fail>[0]) => adapter.fail(fault) ?? {},
    organization: () => {
      belongings.org_id = adapter.org_id;
      return {};
    },

    async plan(step: ObserveStep) {
      const { scenario, plan } = await planned(step);
      const report = observationPlanReport(plan, scenario, { where: 'x', poll_seconds: 1, project_name });
      return { left_out: plan.left_out, screen: screenText(report, 200) };
    },

    /** Shows the decisions of each compute, and when it was last active, to 10 s. */
    async observe({ stop_at_seconds = Number.POSITIVE_INFINITY, ...step }: ObserveStep) {
      const { scenario, plan } = await planned(step);
      const stop = new AbortController();
      const { computes } = await observeScenario(adapter, scenario, {
        plan,
        belongings,
        poll_seconds: 1,
        project_name,
        signal: stop.signal,
        progress(at_seconds = 0) {
          if (at_seconds > stop_at_seconds) stop.abort(new Error('asked to stop'));
        },
      });
      return computes.map((compute) => ({
        decisions: compute.decisions.map(({ decision }) => decision),
        active_until_seconds: lastActive(compute, scenario.duration_seconds),
      }));
    },

    async undo() {
      return { problems: await undo(adapter, belongings), left: belongings.left() };
    },
    left: () => belongings.left(),
  } satisfies Deeds;
  return new AdapterWorld(adapter, deeds);
}

function lastActive(compute: Observed['computes'][number], duration_seconds: number): number {
  const active = compute.stretches(duration_seconds).filter(({ state }) => state === 'active');
  return 10 * Math.round((active.at(-1)?.until_seconds ?? 0) / 10);
}
