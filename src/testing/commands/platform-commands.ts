import fc from 'fast-check';
import { HttpAdapter } from '../../adapter/http-adapter.js';
import { checkArguments } from '../arguments/arguments.js';
import { AccountModel } from './account-model.js';
import type { PlatformUnderTest } from './compare-account.js';
import {
  type ComputeChoice,
  createCompute,
  deleteCompute,
  refusedUpdate,
  restartCompute,
  startCompute,
  suspendCompute,
  updateCompute,
} from './endpoint-commands.js';
import type { PlatformCommand } from './platform-command.js';
import {
  createBranch,
  createProject,
  deleteBranch,
  deleteProject,
  letTimePass,
  renameProject,
} from './project-commands.js';

/** Options of random calls; the defaults are valid on every plan. */
export interface PlatformCommandsOptions {
  /** Maximum number of commands in a sequence; 30 by default. */
  readonly most_commands?: number;
  /** Sizes and timeouts to choose from; the free plan allows only the timeout 0. */
  readonly computes?: readonly ComputeChoice[];
  /** Spans of the adapter's time to wait, in ms; over HTTP in wall-clock time these are real waits. */
  readonly waits_ms?: readonly number[];
}

const MAX_COMMANDS = 30;
const COMPUTES: readonly ComputeChoice[] = [
  [0.25, 0.25, 0],
  [0.25, 1, 60],
  [0.5, 2, 300],
  [1, 1, -1],
  [2, 2, 3600],
].map(([autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds]) => ({
  autoscaling_limit_min_cu: autoscaling_limit_min_cu!,
  autoscaling_limit_max_cu: autoscaling_limit_max_cu!,
  suspend_timeout_seconds: suspend_timeout_seconds!,
}));
const WAITS_MS: readonly number[] = [1_000, 59_000, 62_000, 240_000, 303_000, 3_700_000];

/**
 * Sequences of calls of the management API, for a model-based test of any {@link PlatformAdapter}: projects, branches,
 * computes, their edits, starts, suspensions and restarts, calls that must be refused, and waits. They shrink as
 * fast-check shrinks commands.
 *
 * ```ts
 * await fc.assert(
 *   fc.asyncProperty(platformCommands(), async (commands) => {
 *     await runPlatformCommands({ adapter: simulatedAccount({ start_ms: 0 }) }, commands);
 *   }),
 * );
 * ```
 */
export function platformCommands(
  options: PlatformCommandsOptions = {},
): fc.Arbitrary<Iterable<PlatformCommand>> {
  checkArguments('platformCommands', { options });
  const { most_commands = MAX_COMMANDS, computes = COMPUTES, waits_ms = WAITS_MS } = options;
  const pick = fc.nat({ max: 7 });
  const name = fc.constantFrom('shop', 'blog', 'ledger');
  const choice = fc.constantFrom(...computes);
  return fc.commands(
    [
      name.map(createProject),
      fc.tuple(pick, name).map(([project, to]) => renameProject(project, to)),
      pick.map(deleteProject),
      fc.tuple(pick, fc.boolean()).map(([branch, with_compute]) => createBranch(branch, with_compute)),
      pick.map(deleteBranch),
      pick.map((branch) => createCompute(branch, 'read_write', 'primary compute')),
      pick.map((branch) => createCompute(branch, 'read_only', 'read replica')),
      fc.tuple(pick, choice).map(([compute, to]) => updateCompute(compute, to)),
      pick.map(refusedUpdate),
      pick.map(startCompute),
      pick.map(suspendCompute),
      pick.map(restartCompute),
      pick.map(deleteCompute),
      fc.constantFrom(...waits_ms).map(letTimePass),
    ],
    // As long as allowed: most errors appear only after several calls.
    { maxCommands: most_commands, size: 'max' },
  );
}

/**
 * Makes a sequence of calls, starting with a project, and compares every answer with the reference model. Finally
 * deletes the projects that it created, even after a failure. Over HTTP it calls only emulators, never the real
 * service.
 * @throws Error with the difference, AdapterError for a call that is refused unexpectedly, or `not_an_emulator`
 */
export async function runPlatformCommands(
  platform: PlatformUnderTest,
  commands: Iterable<PlatformCommand>,
): Promise<void> {
  checkArguments('runPlatformCommands', { platform, commands });
  if (platform.adapter instanceof HttpAdapter) await platform.adapter.requireEmulator();
  const model = new AccountModel();
  try {
    await createProject('first').run(model, platform);
    await fc.asyncModelRun(() => ({ model, real: platform }), commands);
  } finally {
    for (const { id } of model.projects) await platform.adapter.deleteProject({ project_id: id });
  }
}
