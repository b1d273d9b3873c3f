import { z } from 'zod';
import type { Emulator } from '../emulator.js';

type Shape = Readonly<Record<string, z.ZodType>>;

/** A way to act upon the emulator that the real platform has no call for. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST';
  /** Below `/_neap`, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType;
  readonly body: z.ZodType | undefined;
  readonly answer: (emulator: Emulator, input: unknown) => unknown;
}

interface ControlDefinition<Params extends Shape, Body extends Shape> {
  readonly at: `${ControlRoute['method']} /${string}`;
  readonly summary: string;
  readonly params?: Params;
  readonly body?: Body;
  readonly answer: (
    emulator: Emulator,
    input: z.output<z.ZodObject<Params>> & z.output<z.ZodObject<Body>>,
  ) => unknown;
}

/** Checks the input of a control route against its schemas, for the compiler, and forgets the types. */
export function controlRoute<
  Params extends Shape = Record<never, never>,
  Body extends Shape = Record<never, never>,
>(definition: ControlDefinition<Params, Body>): ControlRoute {
  const [method, path] = definition.at.split(' ') as [ControlRoute['method'], string];
  return {
    method,
    path,
    summary: definition.summary,
    params: z.object(definition.params ?? {}),
    // A misspelt wish would go unnoticed if it were ignored.
    body: definition.body === undefined ? undefined : z.strictObject(definition.body),
    // Both parts have been validated by the schemas above when this is called.
    answer: definition.answer as ControlRoute['answer'],
  };
}
