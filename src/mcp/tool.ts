import type { z } from 'zod';
import type { FileAccess } from '../files/file-access.js';
import type { Limits } from './limits.js';

export interface ToolAnswer {
  /** Markdown. */
  readonly text: string;
  /** The same as JSON, as printed by the command's `--json`. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Keys of the value that may be omitted if it is too long, in order. */
  readonly spare?: readonly string[];
}

export interface ToolWork {
  readonly access: FileAccess;
  readonly limits: Limits;
  /**
   * Reports progress.
   * @param done number of runs, of `total`
   */
  readonly progress: (done: number, total: number) => void;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The schema of its arguments; unknown ones are refused. */
  readonly input: z.ZodObject;
  /**
   * Runs the tool; its code is loaded by the first call.
   * @throws ScenarioError, TraceError, PolicyError for invalid input, InvariantError for a failed run
   */
  readonly answer: (input: never, work: ToolWork) => Promise<ToolAnswer>;
}
