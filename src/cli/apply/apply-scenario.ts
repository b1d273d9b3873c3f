import { type ApplyOutcome, applyChanges } from '../../adapter/apply/apply-changes.js';
import type { ApplyPlan } from '../../adapter/apply/apply-plan.js';
import { planChanges } from '../../adapter/apply/plan-changes.js';
import { reportedProject } from '../../adapter/apply/reported-project.js';
import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { counted } from '../../report/figures/figure-text.js';
import { appliedText, applyJson, outcomeText } from '../../report/terminal/apply-outcome-text.js';
import { applyPlanLines, changeName } from '../../report/terminal/apply-plan-text.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import { requireOffered } from '../../scenario/platform-refusals.js';
import { connectedService } from '../shared/connected-service.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import type { OptionsOf } from '../shared/options.js';
import { baseUrlOf } from '../shared/service-connection.js';
import { printJson, printLines } from '../terminal/print-table.js';
import type { applyCommand } from './apply.js';

const AFTER_THE_CALL = 'neap: stopping after the call in flight; Ctrl-C again stops at once\n';
const AT_ONCE =
  'neap: stopped at once; the call in flight may still take effect: without --yes, apply shows what is left\n';

/**
 * Shows what applying a scenario to a project changes, and applies it if asked to.
 * @throws ScenarioError, ApplyRefused for wrong input; AdapterError when the project cannot be read
 */
export async function applyScenario(file: string, options: OptionsOf<typeof applyCommand>): Promise<number> {
  const scenario = await loadScenario(file, { set: options.set });
  requireOffered(scenario);
  const interruption = new Interruption(() => process.stderr.write(AT_ONCE));
  interruption.signal.addEventListener('abort', () => process.stderr.write(AFTER_THE_CALL));
  try {
    const adapter = connectedService(options, interruption.signal);
    const plan = planChanges(scenario, await reportedProject(adapter, options.projectId), {
      delete_others: options.deleteOthers === true,
      create_branches: options.createBranches === true,
      delete_branches: options.deleteBranches === true,
      branch: options.branch,
    });
    const quiet = options.json === true;
    if (!quiet) printLines((width) => applyPlanLines(plan, baseUrlOf(options), width));
    const outcome =
      options.yes === true && plan.changes.length > 0
        ? await carriedOut(adapter, plan, interruption.signal, quiet)
        : undefined;
    if (quiet) printJson(applyJson(plan, outcome));
    else if (outcome === undefined) process.stdout.write(`${conclusion(plan)}\n`);
    return exitCodeOf(outcome, interruption);
  } catch (error) {
    // Asked to stop while nothing had been changed yet.
    if (interruption.exit_code !== undefined) return interruption.exit_code;
    throw error;
  } finally {
    interruption.release();
  }
}

function conclusion({ changes }: ApplyPlan): string {
  if (changes.length === 0) return 'No differences: nothing to change.';
  const restarts = changes.filter(({ effect }) => effect === 'restart').length;
  const restarting = restarts === 0 ? 'none of them restarts a compute' : `${restarts} with a restart`;
  return `${counted(changes.length, 'change')}, ${restarting}. Nothing has been changed; --yes applies them.`;
}

async function carriedOut(
  adapter: PlatformAdapter,
  plan: ApplyPlan,
  signal: AbortSignal,
  quiet: boolean,
): Promise<ApplyOutcome> {
  const say = (text: string) => {
    if (!quiet) process.stdout.write(`${text}\n`);
  };
  const outcome = await applyChanges(adapter, plan, {
    signal,
    onBegin: (change) => say(`Now:  ${changeName(change)}`),
    onApplied: (applied) => say(appliedText(applied)),
  });
  const lines = outcomeText(outcome);
  if (outcome.ended === 'done') say(lines.join('\n'));
  else process.stderr.write(`neap: ${lines.join('\n')}\n`);
  return outcome;
}

function exitCodeOf(outcome: ApplyOutcome | undefined, interruption: Interruption): number {
  if (outcome?.ended === 'failed') return EXIT.failed;
  if (outcome?.ended === 'stopped') return interruption.exit_code ?? EXIT.failed;
  return EXIT.done;
}
