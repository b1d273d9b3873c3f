import { z } from 'zod';
import { DAY_SECONDS } from '../../kernel/units.js';
import { type Call, type Params, type Place, parsePlace } from '../../platform/resource/call.js';
import { parseDuration, QUANTITY_EXAMPLES } from '../../scenario/form/quantity.js';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError } from '../http/api-error.js';

/** A route below `/_neap` that controls the emulator; the real platform has no such call. */
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
  /** The answer: a value that is sent as JSON, or a complete response. */
  readonly answer: (
    emulator: Emulator,
    input: Params<At> & z.output<z.ZodObject<Body>> & z.output<z.ZodObject<Query>>,
  ) => unknown;
}

/** Declares a control route: the compiler checks `answer` against the schemas, then the types are erased. */
export function controlRoute<
  const At extends Place,
  Body extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodRawShape = Record<never, never>,
>(at: At, { summary, query, body, open = false, answer }: ControlParts<At, Body, Query>): ControlRoute {
  return {
    ...parsePlace(at),
    summary,
    query: z.strictObject(query ?? {}),
    open,
    // Strict, so that misspelled attributes are reported.
    body: body && z.strictObject(body),
    // Called only with input that the schemas above have validated.
    answer: answer as ControlRoute['answer'],
  };
}

/** The maximum speed of emulated time: a day per second. */
export const MAX_SPEED = DAY_SECONDS;

/** The longest span that a control route accepts, in seconds. */
const MAX_SECONDS = 366 * DAY_SECONDS;

/** Parses the time span in an attribute of a request, such as `5m`, into ms. @throws ApiError 400 */
export function spanOf(attribute: string, text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined || seconds > MAX_SECONDS) {
    throw new ApiError(
      400,
      `request body: "${attribute}": expected ${QUANTITY_EXAMPLES.duration}, up to a year, got ${JSON.stringify(text.slice(0, 60))}`,
    );
  }
  return Math.round(seconds * 1000);
}
