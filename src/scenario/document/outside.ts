import type { Vendor } from '../../vendors/vendor-file.js';
import type { PlayedTrace, TraceSelection } from '../../workload/trace/trace.js';

/**
 * Access to resources outside the scenario's text: files in Node (see `named-files.ts`), or texts in a browser.
 */
export interface Outside {
  /**
   * The traces of a selection, whose file is as the scenario names it.
   * @throws TraceError if the file cannot be read, or can be read in several ways
   */
  traces(selection: TraceSelection): Promise<readonly PlayedTrace[]>;
  /** The text of a file as the scenario names it. @throws TraceError if the file cannot be read */
  text(file: string): Promise<string>;
  /** Imports a module: its code runs. @throws PolicyModuleError */
  policyModule(file: string): Promise<PolicyModule>;
  /** The vendors other than Neon. */
  vendors(): readonly Vendor[];
  /** Why the management API has no call of this name; `undefined` if it has. */
  unknownCall(name: string | undefined): Promise<string | undefined>;
}

export interface PolicyModule {
  /** Absolute path. */
  readonly path: string;
  readonly exported: Readonly<Record<string, unknown>>;
}

/** Why a module could not be read, in words that fit after its place in a scenario. */
export class PolicyModuleError extends Error {
  override readonly name = 'PolicyModuleError';
}
