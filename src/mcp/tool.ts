import type { z } from 'zod';
import type { FileAccess } from '../files/file-access.js';
import type { Limits } from './limits.js';

export interface ToolAnswer {
  /** For a reader, as Markdown. */
  readonly text: string;
  /** The same for a program, as `--json` of the command prints it. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Parts of the value to omit if it is too long, in order. */
  readonly spare?: readonly string[];
}

export interface ToolWork {
  readonly access: FileAccess;
  readonly limits: Limits;
  /**
   * Told how far the work has come.
   * @param done of `total`, in runs
   */
  readonly progress: (done: number, total: number) => void;
}

/** A tool: what it is called, what it is asked, and what it answers. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its arguments; any other is refused. */
  readonly input: z.ZodObject;
  /**
   * Answers; the code is loaded by the first call.
   * @throws ScenarioError, TraceError, PolicyError for wrong input, InvariantError for a failed run
   */
  readonly answer: (input: never, work: ToolWork) => Promise<ToolAnswer>;
}
