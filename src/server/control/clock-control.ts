import { z } from 'zod';
import { parseDuration, QUANTITY_EXAMPLES } from '../../scenario/quantity.js';
import { ApiError } from '../api-error.js';
import type { Emulator } from '../emulator.js';
import { type ControlRoute, controlRoute } from './control-route.js';

/** The longest span that one call skips, in seconds. */
const LONGEST_SKIP_SECONDS = 366 * 86_400;
/** The fastest emulated time: a day a second. */
const MOST_SPEED = 86_400;

/** Emulated time: read it, skip some of it, change its speed. */
export const CLOCK_CONTROL: readonly ControlRoute[] = [
  controlRoute({
    at: 'GET /clock',
    summary: 'Emulated time, its speed, and when something next happens by itself',
    answer: clockView,
  }),
  controlRoute({
    at: 'POST /clock',
    summary: 'Skip time with {"advance": "5m"}, or go on at another speed with {"speed": 60}',
    body: { advance: z.string().optional(), speed: z.number().min(0).max(MOST_SPEED).optional() },
    answer: (emulator, { advance, speed }) => {
      if (advance === undefined && speed === undefined) {
        throw new ApiError(400, 'request body: expected "advance", such as "5m", or "speed", such as 60');
      }
      const span_ms = advance === undefined ? 0 : spanOf(advance);
      if (speed !== undefined) emulator.clock.setSpeed(speed);
      emulator.skip(span_ms);
      return clockView(emulator);
    },
  }),
];

function spanOf(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined || seconds > LONGEST_SKIP_SECONDS) {
    throw new ApiError(
      400,
      `request body: "advance": expected ${QUANTITY_EXAMPLES.duration}, up to a year, got ${JSON.stringify(text.slice(0, 60))}`,
    );
  }
  return Math.round(seconds * 1000);
}

function clockView(emulator: Emulator) {
  const now_ms = emulator.now();
  const next = emulator.platform.next_event_at;
  return {
    now: new Date(now_ms).toISOString(),
    speed: emulator.clock.speed,
    next_event_at: next === undefined ? null : new Date(next).toISOString(),
  };
}
