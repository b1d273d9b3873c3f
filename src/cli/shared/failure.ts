import { AdapterError } from '../../adapter/adapter-error.js';
import { ApplyRefused } from '../../adapter/apply/apply-plan.js';
import { ObservationRefused } from '../../adapter/observe/observation-plan.js';
import { isOptionalPackage } from '../../files/package-version.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { isSystemError } from '../../files/system-error.js';
import { DatabaseFailed, LoadRefused } from '../../load/database/load-error.js';
import { PostgresProblem } from '../../postgres/cluster/postgres-problem.js';
import { adapterErrorText } from '../../report/answers/adapter-error-text.js';
import { ScenarioError } from '../../scenario/document/diagnostic.js';
import { DamagedState, StoreError } from '../../server/store/state-store.js';
import { PolicyError } from '../../simulation/policy/policy-error.js';
import { InvariantError } from '../../simulation/run/invariant.js';
import { ClusterError } from '../../study/cluster/cluster-error.js';
import { WorkerError } from '../../study/runs/worker-error.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { EXIT } from './exit-code.js';

/** System errors caused by the given path, and not by a failing disk or machine. */
const WRONG_PATH: ReadonlySet<string> = new Set([
  'ENOENT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'ENOTDIR',
  'ENAMETOOLONG',
]);

/** How a command ended that could not go on. */
export interface Failure {
  readonly exit_code: number;
  /** For standard error. */
  readonly message: string;
}

/** Errors that are fully described by their message, with a prefix. */
const KNOWN = [
  [ScenarioError, EXIT.input, ''],
  [TraceError, EXIT.input, ''],
  [ApplyRefused, EXIT.input, ''],
  [ResultDirectoryError, EXIT.input, 'neap: '],
  [ObservationRefused, EXIT.input, 'neap observe: '],
  [LoadRefused, EXIT.input, 'neap: '],
  [DatabaseFailed, EXIT.failed, 'neap: '],
  [DamagedState, EXIT.failed, 'neap: --state: '],
  [StoreError, EXIT.input, 'neap: --state: '],
  [PostgresProblem, EXIT.input, 'neap: --postgres: '],
  [WorkerError, EXIT.failed, 'neap: '],
] as const;

/** Turns any error of a command into an exit code and a message for the user. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PolicyError) return { exit_code: EXIT.input, message: brokenPolicy(error) };
  if (error instanceof AdapterError)
    return { exit_code: serviceExit(error), message: `neap: ${adapterErrorText(error)}` };
  if (error instanceof ClusterError && error.is_input)
    return { exit_code: EXIT.input, message: `neap: ${error.message}` };
  if (error instanceof InvariantError) return { exit_code: EXIT.failed, message: brokenInvariant(error) };
  for (const [kind, exit_code, before] of KNOWN)
    if (error instanceof kind) return { exit_code, message: `${before}${error.message}` };
  const address = addressProblem(error);
  if (address !== undefined) return { exit_code: EXIT.input, message: `neap: ${address}` };
  if (isSystemError(error)) {
    const exit_code = WRONG_PATH.has(error.code) ? EXIT.input : EXIT.failed;
    return { exit_code, message: `neap: the operating system refused: ${error.message}` };
  }
  const missing = missingPackage(error);
  if (missing !== undefined) {
    const message = `neap: the optional package ${missing} is not installed; add it where neap is installed: npm install ${missing}`;
    return { exit_code: EXIT.input, message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    exit_code: EXIT.failed,
    message: `neap: the run failed: ${message}\nThis is a bug in neap; please report it with the scenario file and this message.`,
  };
}

/** Why an address cannot be used; `undefined` for other errors. */
function addressProblem(error: unknown): string | undefined {
  if (!isSystemError(error)) return undefined;
  const { syscall, code, port, address, hostname } = error as typeof error & AddressDetails;
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose another, or 0 for any free one`;
  if (syscall === 'listen') {
    return `cannot listen on ${address}, port ${port} (${code}); choose another host or port`;
  }
  return syscall === 'getaddrinfo' ? `no such host: ${hostname} (${code})` : undefined;
}

interface AddressDetails {
  readonly syscall?: string;
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}

/** The optional package that a module failed to find. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return undefined;
  const name = /^Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(error.message)?.[1];
  return name !== undefined && isOptionalPackage(name) ? name : undefined;
}

/** The exit code for an error of a service: a wrong request, or a temporary failure. */
function serviceExit({ status, code }: AdapterError): number {
  if (code === 'bad_base_url' || code === 'bad_api_key' || code === 'unexpected_answer') return EXIT.input;
  const later = status === 408 || status === 423 || status === 429;
  return status >= 400 && status < 500 && !later ? EXIT.input : EXIT.failed;
}

function brokenPolicy(error: PolicyError): string {
  return `${error.message}\nThe run stopped there and no file was written; correct the policy and run again. examples/office-hours.mjs in the package is a complete one.`;
}

function brokenInvariant(error: InvariantError): string {
  return [
    `neap: the run stopped because something that must always hold did not: ${error.invariant}`,
    `  found:          ${error.found}`,
    `  during:         ${error.event}`,
    `  simulated time: ${error.time_seconds} s`,
    `  seed:           ${error.seed}`,
    'This is a bug in neap, not in the scenario; please report it with the scenario file and the seed.',
  ].join('\n');
}
