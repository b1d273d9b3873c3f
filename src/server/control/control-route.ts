import { z } from 'zod';
import { type Call, type Params, type Place, placed } from '../../api/call.js';
import type { Emulator } from '../emulator/emulator.js';

/** A way to act upon the emulator that the real platform has no call for; its path is below `/_neap`. */
export interface ControlRoute extends Pick<Call, 'method' | 'path' | 'params' | 'summary'> {
  readonly body: z.ZodType | undefined;
  readonly answer: (emulator: Emulator, input: unknown) => unknown;
}

interface ControlParts<At extends Place, Body extends z.ZodRawShape> {
  readonly summary: string;
  readonly body?: Body;
  readonly answer: (emulator: Emulator, input: Params<At> & z.output<z.ZodObject<Body>>) => unknown;
}

/** Checks the input of a control route against its schemas, for the compiler, and forgets the types. */
export function controlRoute<const At extends Place, Body extends z.ZodRawShape = Record<never, never>>(
  at: At,
  { summary, body, answer }: ControlParts<At, Body>,
): ControlRoute {
  return {
    ...placed(at),
    summary,
    // A misspelt wish would go unnoticed if it were ignored.
    body: body && z.strictObject(body),
    // Both parts have been validated by the schemas above when this is called.
    answer: answer as ControlRoute['answer'],
  };
}
