import { z } from 'zod';
import { type Call, type Params, type Place, placed } from '../../platform/resource/call.js';
import type { Emulator } from '../emulator/emulator.js';

/** A way to act upon the emulator that the real platform has no call for; its path is below `/_neap`. */
export interface ControlRoute extends Pick<Call, 'method' | 'path' | 'params' | 'summary'> {
  readonly query: z.ZodObject;
  readonly body: z.ZodType | undefined;
  /** Whether other machines may call it. */
  readonly open: boolean;
  readonly answer: (emulator: Emulator, input: unknown) => unknown;
}

interface ControlParts<At extends Place, Body extends z.ZodRawShape, Query extends z.ZodRawShape> {
  readonly summary: string;
  readonly query?: Query;
  readonly body?: Body;
  readonly open?: boolean;
  /** What is answered: JSON, or a response of its own kind. */
  readonly answer: (
    emulator: Emulator,
    input: Params<At> & z.output<z.ZodObject<Body>> & z.output<z.ZodObject<Query>>,
  ) => unknown;
}

/** Checks the input of a control route against its schemas, for the compiler, and forgets the types. */
export function controlRoute<
  const At extends Place,
  Body extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodRawShape = Record<never, never>,
>(at: At, { summary, query, body, open = false, answer }: ControlParts<At, Body, Query>): ControlRoute {
  return {
    ...placed(at),
    summary,
    query: z.strictObject(query ?? {}),
    open,
    // A misspelt wish would go unnoticed if it were ignored.
    body: body && z.strictObject(body),
    // Both parts have been validated by the schemas above when this is called.
    answer: answer as ControlRoute['answer'],
  };
}
