import { applyChanges } from '../../../src/adapter/apply/apply-changes.js';
import type { ApplyPlan } from '../../../src/adapter/apply/apply-plan.js';
import { type ChangePlanOptions, planChanges } from '../../../src/adapter/apply/plan-changes.js';
import { reportedProject } from '../../../src/adapter/apply/reported-project.js';
import {
  appliedText,
  applyJson,
  applyPlanReport,
  changeName,
  outcomeText,
} from '../../../src/report/answers/apply.js';
import { screenText } from '../../../src/report/forms/screen.js';
import type { Story } from '../../platform/rule-table.js';
import { AdapterWorld, type Deeds } from '../adapter-world.js';
import { projectUnderTest, scenarioWith } from './project-under-test.js';

/** Computes and other sections of a scenario, and the project; by default, that of the story. */
interface PlanStep extends Partial<ChangePlanOptions> {
  readonly computes: readonly Record<string, unknown>[];
  readonly sections?: Record<string, unknown>;
  readonly project?: string;
  /** Replaces the limit of the project's plan; `null` for no limit. */
  readonly branches_limit?: number | null;
}

/**
 * Stories of a simulated project, with the steps `plan`, `apply`, which applies the latest plan, and `fail`, which
 * injects a fault.
 */
export async function applyWorld({ given }: Story): Promise<AdapterWorld> {
  const { adapter, project_id, branch_id, primary_id } = await projectUnderTest(given);
  let latest: ApplyPlan | undefined;
  const deeds = {
    fail: (fault: Parameters<typeof adapter.fail>[0]) => adapter.fail(fault) ?? {},

    async plan({ computes, sections, project = project_id, branches_limit, ...options }: PlanStep) {
      const reported = await reportedProject(adapter, project);
      const limit = branches_limit === undefined ? reported : { branches_limit: branches_limit ?? undefined };
      latest = planChanges(
        await scenarioWith(computes, sections),
        { ...reported, ...limit },
        { delete_others: false, ...options },
      );
      const screen = screenText(applyPlanReport(latest, 'http://localhost'), 90);
      return { ...latest, names: latest.changes.map(changeName), screen };
    },

    /** Aborted when the change with the number `stop_at` begins; with 0, before the first one. */
    async apply({ stop_at }: { readonly stop_at?: number } = {}) {
      const stop = new AbortController();
      if (stop_at === 0) stop.abort();
      const begun: string[] = [];
      const outcome = await applyChanges(adapter, latest!, {
        signal: stop.signal,
        onBegin({ kind }) {
          begun.push(kind);
          if (begun.length === stop_at) stop.abort();
        },
      });
      const json = JSON.parse(JSON.stringify(applyJson(latest!, outcome)));
      const done = outcome.applied.map(appliedText);
      return { ...outcome, begun, done, text: outcomeText(outcome), json };
    },
  } satisfies Deeds;
  const world = new AdapterWorld(adapter, deeds);
  world.names.set('project', project_id).set('branch', branch_id).set('primary', primary_id);
  return world;
}
