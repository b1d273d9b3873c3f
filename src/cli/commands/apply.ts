import { InvalidArgumentError } from '@commander-js/extra-typings';
import { type ApplyOutcome, applyChanges } from '../../adapter/apply/apply-changes.js';
import type { ApplyPlan } from '../../adapter/apply/apply-plan.js';
import { planChanges } from '../../adapter/apply/plan-changes.js';
import { reportedProject } from '../../adapter/apply/reported-project.js';
import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { requireOffered } from '../../findings/platform-refusals.js';
import { suggestion } from '../../kernel/nearest-name.js';
import {
  appliedText,
  applyJson,
  applyPlanReport,
  changeName,
  outcomeText,
} from '../../report/answers/apply.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import { commandOf, flag, type OptionsOf, text, value } from '../shared/option-table.js';
import { OPTIONS, SCENARIO_FILE } from '../shared/options.js';
import { BASE_URL, baseUrlOf, connectedService, KEY_HELP } from '../shared/service-connection.js';
import { printDocument, printJson } from '../terminal/print-table.js';

const APPLY_OPTIONS = {
  '--project-id <id>': value(projectId, 'the project, such as shy-wind-12345678', { mandatory: true }),
  '--branch <name>': text("branch of computes that name none (main, or else the project's default)"),
  ...BASE_URL,
  '--also <changes>': value(
    furtherChanges,
    'also create-branches, delete-branches or delete-computes, joined by commas',
    { default: [] },
  ),
  '-y, --yes': flag('apply the changes, and wait until they have taken effect'),
  ...OPTIONS.set,
  ...OPTIONS.json,
};

/** Makes `neap apply`. */
export const declare = () =>
  commandOf('apply', {
    about:
      "Prints the differences between a scenario's computes and a project's, and what each change restarts. Changes " +
      'nothing without --yes. Sets sizes and suspend timeouts and creates missing computes.',
    argument: SCENARIO_FILE,
    options: APPLY_OPTIONS,
    help: `Examples:
  $ neap apply my-app.yaml --project-id shy-wind-12345678          show the difference
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --yes    and apply it
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --base-url http://127.0.0.1:8432/api/v2

--also create-branches creates missing branches from the project's default one. --also delete-computes
deletes computes that are not in the scenario, on the branches it names. --also delete-branches deletes
branches that the scenario does not name, with their computes and data; never the default one, protected
ones, or parents of those that stay.

${KEY_HELP}
Ctrl-C stops after the call in flight and reports what was done.`,
  });

const CHANGES = ['create-branches', 'delete-branches', 'delete-computes'];

function furtherChanges(text: string): readonly string[] {
  const changes = text.split(',').map((each) => each.trim());
  const unknown = changes.find((each) => !CHANGES.includes(each));
  if (unknown === undefined) return changes;
  throw new InvalidArgumentError(`unknown change "${unknown}"${suggestion(unknown, CHANGES)}`);
}

function projectId(text: string): string {
  if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
  throw new InvalidArgumentError('expected the id of a project, such as shy-wind-12345678');
}

const AFTER_THE_CALL = 'neap: stopping after the call in flight; Ctrl-C again stops at once\n';
const AT_ONCE =
  'neap: stopped at once; the call in flight may still take effect: without --yes, apply shows what is left\n';

/**
 * Shows what applying a scenario to a project changes, and applies it if requested.
 * @throws ScenarioError, ApplyRefused for wrong input; AdapterError when the project cannot be read
 */
export async function act(file: string, options: OptionsOf<typeof APPLY_OPTIONS>): Promise<number> {
  const scenario = await loadScenario(file, { set: options.set });
  requireOffered(scenario);
  const interruption = new Interruption(() => process.stderr.write(AT_ONCE));
  interruption.signal.addEventListener('abort', () => process.stderr.write(AFTER_THE_CALL));
  try {
    const adapter = connectedService(options, interruption.signal);
    const plan = planChanges(scenario, await reportedProject(adapter, options.projectId), {
      delete_others: options.also.includes('delete-computes'),
      create_branches: options.also.includes('create-branches'),
      delete_branches: options.also.includes('delete-branches'),
      branch: options.branch,
    });
    const quiet = options.json === true;
    if (!quiet) printDocument(applyPlanReport(plan, baseUrlOf(options), options.yes));
    const outcome =
      options.yes === true && plan.changes.length > 0
        ? await carriedOut(adapter, plan, interruption.signal, quiet)
        : undefined;
    if (quiet) printJson(applyJson(plan, outcome));
    return exitCodeOf(outcome, interruption);
  } catch (error) {
    // The request to stop came before any change.
    if (interruption.exit_code !== undefined) return interruption.exit_code;
    throw error;
  } finally {
    interruption.release();
  }
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
