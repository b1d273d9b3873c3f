import { parentPort, workerData } from 'node:worker_threads';
import { WALL_CLOCK } from '../adapter/wall-clock.js';
import { cutText, type SentAnswer, withinLimit } from './answer-text.js';
import { MAX_REFUSAL_BYTES } from './limits.js';
import type { Tool, ToolWork } from './tool.js';
import { TOOLS } from './tools.js';

/** The data of a call for its thread. */
export interface CallTask extends Pick<ToolWork, 'access' | 'limits'> {
  readonly tool: string;
  /** Valid for the tool's schema. */
  readonly input: unknown;
}

/** A thread's messages about its call. */
export type CallMessage =
  | { readonly progress: readonly [done: number, total: number] }
  | { readonly answer: SentAnswer }
  | { readonly refused: string };

/** Milliseconds between two messages about progress. */
const PROGRESS_MS = 500;

const { tool: name, input, access, limits } = workerData as CallTask;
const send = (message: CallMessage): void => parentPort!.postMessage(message);

let reported_ms = WALL_CLOCK.monotonicMs();

function progress(done: number, total: number): void {
  const now_ms = WALL_CLOCK.monotonicMs();
  if (now_ms - reported_ms < PROGRESS_MS) return;
  reported_ms = now_ms;
  send({ progress: [done, total] });
}

try {
  const tool: Tool = TOOLS.find((each) => each.name === name)!;
  const answer = await tool.answer(input as never, { access, limits, progress });
  send({ answer: withinLimit(answer) });
} catch (error) {
  // The message states problem and place; a stack would not help the client.
  send({ refused: cutText(error instanceof Error ? error.message : String(error), MAX_REFUSAL_BYTES) });
}
