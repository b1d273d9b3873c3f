import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type ApplyOutcome, applyChanges } from '../../adapter/apply/apply-changes.js';
import type { ApplyPlan } from '../../adapter/apply/apply-plan.js';
import { planChanges } from '../../adapter/apply/plan-changes.js';
import { reportedProject } from '../../adapter/apply/reported-project.js';
import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { requireOffered } from '../../findings/platform-refusals.js';
import {
  appliedText,
  applyJson,
  applyPlanReport,
  changeName,
  outcomeText,
} from '../../report/answers/apply.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import { connectedService } from '../shared/connected-service.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import { OPTIONS, type OptionsOf } from '../shared/options.js';
import { baseUrlOf, baseUrlOption, KEY_HELP } from '../shared/service-connection.js';
import { printDocument, printJson } from '../terminal/print-table.js';

/** Makes `neap apply`. */
export const declare = () =>
  new Command('apply')
    .description(
      "Shows the differences between a scenario's computes and a project's, what each change restarts and for how " +
        'long, and what stays as it is; changes nothing without --yes. Sets sizes and suspend timeouts and creates ' +
        'missing computes; deletes computes only with --delete-others, and creates or deletes branches only with ' +
        '--create-branches or --delete-branches.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--project-id <id>', 'the project, such as shy-wind-12345678')
        .makeOptionMandatory()
        .argParser(projectId),
    )
    .option('--branch <name>', "branch of computes that name none (main, or else the project's default)")
    .addOption(baseUrlOption())
    .option('--delete-others', 'delete computes that are not in the scenario, on the branches it names')
    .option(
      '--create-branches',
      "create branches of the scenario that are missing, from the project's default one",
    )
    .option(
      '--delete-branches',
      'delete branches that the scenario does not name, with their computes and data; never the default one, protected ones, or parents of those that stay',
    )
    .option('-y, --yes', 'apply the changes, and wait until they have taken effect')
    .addOption(OPTIONS.set())
    .addOption(OPTIONS.json())
    .addHelpText('after', HELP);

const HELP = `
${KEY_HELP}
Ctrl-C stops after the call in flight and reports what was done.

Examples:
  $ neap apply my-app.yaml --project-id shy-wind-12345678          show the difference
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --yes    and apply it
  $ neap apply my-app.yaml --project-id shy-wind-12345678 --base-url http://127.0.0.1:8432/api/v2`;

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
export async function act(file: string, options: OptionsOf<typeof declare>): Promise<number> {
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
