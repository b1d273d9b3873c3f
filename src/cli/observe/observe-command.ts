import { randomUUID } from 'node:crypto';
import { reportedProject } from '../../adapter/apply/reported-project.js';
import { Belongings } from '../../adapter/observe/created-resources.js';
import type { Observed } from '../../adapter/observe/observation.js';
import {
  type ObservationPlan,
  type ObservationStep,
  planObservation,
} from '../../adapter/observe/observation-plan.js';
import { observeScenario } from '../../adapter/observe/observe-scenario.js';
import { undo } from '../../adapter/observe/undo.js';
import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { SimulatedAdapter, simulatedAccount } from '../../adapter/simulated-adapter.js';
import { modelledPlatform } from '../../emulation/modelled-platform.js';
import { observationReport } from '../../report/answers/observation.js';
import { observationPlanReport } from '../../report/answers/observation-plan.js';
import { duration } from '../../report/figures/figure-text.js';
import { type ObservedSummary, summariseObserved } from '../../report/figures/observed-summary.js';
import { OBSERVED_FILES, writeObservation } from '../../report/files/observed-files.js';
import { screenText } from '../../report/forms/screen.js';
import { TableWriter } from '../../report/tables/table-writer.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import { type ProgressStream, RedrawnLine } from '../shared/progress.js';
import { baseUrlOf, connectedService } from '../shared/service-connection.js';
import { warnIntervals } from '../shared/worlds.js';
import { printDocument, printJson } from '../terminal/print-table.js';
import { columnsOf } from '../terminal/screen-width.js';
import { type ObserveOptions, SIMULATED } from './observe.js';

export { observeCommand as declare } from './observe.js';

/** Makes an adapter; with a signal, one whose waits it ends. */
type Connect = (signal?: AbortSignal) => PlatformAdapter;

/**
 * Observes a scenario file, and undoes what that did.
 * @throws ScenarioError, TraceError, ObservationRefused, ResultDirectoryError for wrong input, AdapterError
 */
export async function act(file: string, options: ObserveOptions): Promise<number> {
  if (options.load !== undefined) return (await import('./send-load.js')).sendLoad(file, options);
  const scenario = await loadScenario(file, { set: options.set });
  warnIntervals(scenario);
  const belongings = new Belongings();
  const interruption = new Interruption(() => reportLeftovers(belongings));
  let files: TableWriter | undefined;
  try {
    const connect = connectionOf(scenario, options, belongings);
    const plan = await plannedFor(connect, interruption.signal, scenario, options);
    const project_name = projectName(scenario);
    const isSimulated = options.baseUrl === SIMULATED;
    const where = isSimulated ? 'the rules in process, in simulated time' : baseUrlOf(options);
    const calls = observationPlanReport(plan, scenario, { where, poll_seconds: options.poll, project_name });
    if (!isSimulated && options.yes !== true) {
      if (options.json === true) printJson(plan);
      else printDocument(calls);
      process.stderr.write('neap observe: no calls were made; add --yes to make them\n');
      return EXIT.done;
    }
    files = options.out === undefined ? undefined : new TableWriter(options.out, OBSERVED_FILES);
    process.stderr.write(`${screenText(calls, columnsOf(process.stdout))}\n`);
    const adapter = connect(interruption.signal);
    const summary = await observeAndUndo(scenario, plan, adapter, {
      // One that no signal stops, or nothing could be deleted after Ctrl-C.
      undoer: () => connect(),
      belongings,
      project_name,
      options,
      interruption,
      files,
    });
    if (summary === undefined) return interruption.exit_code ?? EXIT.failed;
    if (options.json === true) printJson(summary);
    else printDocument(observationReport(summary));
    if (belongings.left().length > 0) return EXIT.failed;
    return summary.slo.every(({ met }) => met) ? EXIT.done : EXIT.objective_missed;
  } finally {
    files?.discard();
    interruption.release();
  }
}

interface Work {
  /** Makes the adapter that deletes. */
  readonly undoer: () => PlatformAdapter;
  readonly belongings: Belongings;
  readonly project_name: string;
  readonly options: ObserveOptions;
  readonly interruption: Interruption;
  readonly files: TableWriter | undefined;
}

/** Observes, writes the files, and undoes what was done, however it ended; `undefined` when a signal stopped it. */
async function observeAndUndo(
  scenario: Scenario,
  plan: ObservationPlan,
  adapter: PlatformAdapter,
  { undoer, belongings, project_name, options, interruption, files }: Work,
): Promise<ObservedSummary | undefined> {
  const { signal } = interruption;
  const progress = new ObservationProgress(process.stderr, scenario.duration_seconds);
  let seenSoFar: (() => Observed) | undefined;
  const write = (observed: Observed): ObservedSummary => {
    const source = {
      adapter: adapter.kind,
      base_url: adapter.kind === 'http' ? baseUrlOf(options) : null,
      project_id: belongings.project_id ?? '',
      poll_seconds: options.poll,
    };
    const summary = summariseObserved(scenario, observed, source, plan.left_out);
    if (files !== undefined) writeObservation(files, scenario, observed, summary);
    return summary;
  };
  try {
    const observed = await observeScenario(adapter, scenario, {
      plan,
      belongings,
      poll_seconds: options.poll,
      project_name,
      region_id: options.regionId,
      signal,
      progress: (at_seconds, step, refused) => progress.update(at_seconds, step, refused),
      begun(soFar) {
        seenSoFar = soFar;
        // From the scenario's time 0 on; a real platform needs no injected failures.
        if (!(adapter instanceof SimulatedAdapter)) return;
        for (const fault of scenario.api_faults ?? []) adapter.fail(fault);
      },
    });
    return write(observed);
  } catch (error) {
    const seen = seenSoFar?.();
    progress.clear();
    if (seen !== undefined && seen.duration_seconds > 0 && files !== undefined) {
      write(seen);
      process.stderr.write(
        `neap: what was seen in ${duration(seen.duration_seconds)} is kept in ${options.out}\n`,
      );
    }
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    progress.clear();
    await cleanUp(undoer(), belongings);
    await adapter.close();
  }
}

async function cleanUp(adapter: PlatformAdapter, belongings: Belongings): Promise<void> {
  if (belongings.left().length === 0) return;
  process.stderr.write('neap: deleting what was created\n');
  const problems = await undo(adapter, belongings);
  for (const problem of problems) process.stderr.write(`neap: ${problem}\n`);
  if (problems.length > 0) reportLeftovers(belongings);
}

function reportLeftovers(belongings: Belongings): void {
  for (const { what, undo: command } of belongings.left()) {
    process.stderr.write(`neap: left behind: ${what}; to undo it: ${command}\n`);
  }
}

function connectionOf(scenario: Scenario, options: ObserveOptions, belongings: Belongings): Connect {
  if (options.baseUrl === SIMULATED) {
    const adapter = simulatedAccount({
      start_ms: scenario.start_epoch_seconds * 1000,
      platform: { seed: scenario.seed, ...modelledPlatform(scenario) },
    });
    belongings.org_id = adapter.org_id;
    return () => adapter;
  }
  belongings.org_id = options.orgId;
  return (signal) => connectedService(options, signal);
}

async function plannedFor(
  connect: Connect,
  signal: AbortSignal,
  scenario: Scenario,
  { projectId, allowExisting }: ObserveOptions,
): Promise<ObservationPlan> {
  if (projectId === undefined) return planObservation(scenario);
  const { id: project_id, branches, endpoints } = await reportedProject(connect(signal), projectId);
  return planObservation(scenario, {
    existing: { project_id, branches, endpoints },
    allow_existing: allowExisting === true,
  });
}

/** A unique project name, to find it again. */
function projectName(scenario: Scenario): string {
  return `neap-${scenario.name.slice(0, 40)}-${randomUUID().slice(0, 8)}`;
}

/** Shows the progress of an observation: on a terminal in one redrawn line, otherwise one line per step. */
class ObservationProgress extends RedrawnLine {
  readonly #duration_seconds: number;

  constructor(stream: ProgressStream, duration_seconds: number) {
    super(stream);
    this.#duration_seconds = duration_seconds;
  }

  /** Shows the current step or poll. @param at_seconds `undefined` before time 0 */
  update(at_seconds: number | undefined, step: ObservationStep | undefined, refused?: string): void {
    const when = at_seconds === undefined ? 'before' : duration(Math.floor(at_seconds));
    if (step !== undefined) {
      this.clear();
      const what = refused === undefined ? '' : `: refused: ${refused}`;
      this.stream.write(`${when.padEnd(8)} ${stepText(step)}${what}\n`);
    } else if (this.stream.isTTY === true) this.draw(() => `${when} of ${duration(this.#duration_seconds)}`);
  }
}

function stepText(step: ObservationStep): string {
  const kind = step.kind.replace('_', ' ');
  if (step.kind === 'create_project' || step.kind === 'create_branch') return `${kind} ${step.branch}`;
  return `${kind} ${typeof step.compute === 'string' ? step.compute : step.compute.name}`;
}
