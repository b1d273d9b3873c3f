import { z } from 'zod';
import { unknownCall } from '../../api/contract.js';
import { FAULT_VALUES, type FaultRequest, faultProblem, type SetFault } from '../../api/fault.js';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError } from '../http/api-error.js';
import { type ControlRoute, controlRoute, spanOf } from './control-route.js';

/** Maximum number of faults that are set at the same time. */
const MAX_FAULTS = 100;

/** A fault as in requests and seed data: durations as text. */
export const FAULT = {
  call: z.string().optional(),
  method: z.enum(FAULT_VALUES.methods).optional(),
  answer: z
    .union([z.int().min(FAULT_VALUES.statuses.least).max(FAULT_VALUES.statuses.most), z.literal('none')])
    .optional(),
  carried_out: z.boolean().optional(),
  delay: z.string().optional(),
  operation: z.enum(FAULT_VALUES.fates).optional(),
  action: z.enum(FAULT_VALUES.actions).optional(),
  times: z.int().min(1).max(FAULT_VALUES.most_times).optional(),
  share: z.number().min(0).max(1).optional(),
  after: z.string().optional(),
  for: z.string().optional(),
};

export const FAULT_ROUTES: readonly ControlRoute[] = [
  controlRoute('GET /faults', {
    summary: 'List the faults, and how often each has occurred',
    answer: (emulator) => ({ faults: emulator.faults.list(emulator.now()).map(view) }),
  }),
  controlRoute('POST /faults', {
    summary:
      'Make the next calls fail: {"answer": 503} (or 429, 524, … or "none", which cuts the connection), {"delay": "2s"}, with "carried_out": true after the call takes effect; or operations: {"operation": "fails"} or "sticks". Which: "call", "method", "action". How often: "times" (1 unless "share" or "for" is given), "share". When: "after", "for"',
    body: FAULT,
    answer: (emulator, input) => setFault(emulator, input),
  }),
  controlRoute('DELETE /faults', {
    summary: 'Clear all faults, and let stuck operations end',
    answer(emulator) {
      emulator.faults.clear();
      const now_ms = emulator.now();
      const operations = [...emulator.platform.state.rows('operations').values()];
      const stuck = operations.filter(({ fate }) => fate === 'sticks').map(({ id }) => id);
      for (const id of stuck) emulator.platform.release(id, now_ms);
      emulator.now();
      return { released: stuck };
    },
  }),
];

/** Sets a fault from now on. @throws ApiError if its attributes contradict each other, or there are too many faults */
export function setFault(emulator: Emulator, input: z.output<z.ZodObject<typeof FAULT>>) {
  const { delay, after, for: span, ...rest } = input;
  const request: FaultRequest = {
    ...rest,
    delay_ms: delay === undefined ? undefined : spanOf('delay', delay),
    after_ms: after === undefined ? undefined : spanOf('after', after),
    for_ms: span === undefined ? undefined : spanOf('for', span),
  };
  const problem = faultProblem(request) ?? unknownCall(rest.call);
  if (problem !== undefined) throw new ApiError(400, `request body: ${problem}`);
  const now_ms = emulator.now();
  if (emulator.faults.list(now_ms).length >= MAX_FAULTS) {
    throw new ApiError(409, 'too many faults; DELETE /_neap/faults clears them');
  }
  return view(emulator.faults.add(request, now_ms));
}

function view({ from_ms, until_ms, delay_ms, after_ms, for_ms: _, ...rest }: SetFault) {
  return {
    ...rest,
    ...(delay_ms === undefined ? {} : { delay_ms }),
    ...(after_ms === undefined ? {} : { from: new Date(from_ms).toISOString() }),
    ...(until_ms === undefined ? {} : { until: new Date(until_ms).toISOString() }),
  };
}
