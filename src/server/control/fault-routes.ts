import { z } from 'zod';
import { ROUTED_CALLS } from '../../api/contract.js';
import type { OperationAction } from '../../platform/rows/operation.js';
import { DEFAULT_DURATIONS } from '../../platform/store/options.js';
import type { Emulator } from '../emulator/emulator.js';
import type { FaultRequest, SetFault } from '../emulator/faults.js';
import { ApiError } from '../http/api-error.js';
import { type ControlRoute, controlRoute } from './control-route.js';
import { spanOf } from './span.js';

const CALL_IDS: ReadonlySet<string> = new Set(ROUTED_CALLS.map(({ operation_id }) => operation_id));
const ACTIONS = Object.keys(DEFAULT_DURATIONS) as [OperationAction, ...OperationAction[]];
/** The longest that an answer is held back: clients have long gone by then. */
const LONGEST_DELAY_MS = 600_000;

const FAULT = {
  call: z.string().optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  answer: z.union([z.int().min(400).max(599), z.literal('none')]).optional(),
  carried_out: z.boolean().optional(),
  delay: z.string().optional(),
  operation: z.enum(['fails', 'sticks']).optional(),
  action: z.enum(ACTIONS).optional(),
  times: z.int().min(1).max(1_000_000).optional(),
  share: z.number().min(0).max(1).optional(),
  for: z.string().optional(),
};

/** Control routes by which something is made to go wrong. */
export const FAULT_ROUTES: readonly ControlRoute[] = [
  controlRoute('GET /faults', {
    summary: 'What is set to go wrong, and how often each has happened',
    answer: (emulator) => ({ faults: emulator.faults.list(emulator.now()).map(view) }),
  }),
  controlRoute('POST /faults', {
    summary:
      'Make the next calls fail: {"answer": 503} (or 429, 524, … or "none", which cuts the connection), {"delay": "2s"}, with "carried_out": true after the deed; or operations: {"operation": "fails"} or "sticks". Which: "call", "method", "action". How often: "times" (1 unless "share" or "for" is given), "share", "for"',
    body: FAULT,
    answer: (emulator, input) => setFault(emulator, input),
  }),
  controlRoute('DELETE /faults', {
    summary: 'Take every fault back, and let operations end that are stuck',
    answer(emulator) {
      emulator.faults.clear();
      const now_ms = emulator.now();
      const stuck = [...emulator.platform.tables().operations].filter(([, { fate }]) => fate === 'sticks');
      for (const [id] of stuck) emulator.platform.release(id, now_ms);
      emulator.now();
      return { released: stuck.map(([id]) => id) };
    },
  }),
];

function setFault(emulator: Emulator, input: z.output<z.ZodObject<typeof FAULT>>) {
  const { delay, for: span, ...rest } = input;
  const { answer, operation } = rest;
  const about_calls = answer !== undefined || delay !== undefined;
  if (about_calls === (operation !== undefined)) {
    throw refusal('expected "answer" or "delay", or "operation" alone');
  }
  if (operation !== undefined && (rest.call !== undefined || rest.method !== undefined)) {
    throw refusal('"operation" goes by "action", not by "call" or "method"');
  }
  if (operation === undefined && rest.action !== undefined) {
    throw refusal('"action" goes with "operation"; name "call" or "method"');
  }
  if (rest.carried_out !== undefined && answer === undefined)
    throw refusal('"carried_out" goes with "answer"');
  if (rest.call !== undefined && !CALL_IDS.has(rest.call)) {
    throw refusal(`"call": there is no ${JSON.stringify(rest.call)}; expected a name such as createProject`);
  }
  const delay_ms = delay === undefined ? undefined : spanOf('delay', delay);
  if (delay_ms !== undefined && delay_ms > LONGEST_DELAY_MS) throw refusal('"delay": expected at most 10m');
  const bounded = rest.share !== undefined || span !== undefined;
  const request: FaultRequest = {
    ...rest,
    delay_ms,
    for_ms: span === undefined ? undefined : spanOf('for', span),
    times: rest.times ?? (bounded ? undefined : 1),
  };
  const set = emulator.faults.add(request, emulator.now());
  if (set === undefined)
    throw new ApiError(409, 'there are too many faults; DELETE /_neap/faults takes them back');
  return view(set);
}

function refusal(message: string): ApiError {
  return new ApiError(400, `request body: ${message}`);
}

function view({ until_ms, delay_ms, for_ms: _, ...rest }: SetFault) {
  return {
    ...rest,
    ...(delay_ms === undefined ? {} : { delay_ms }),
    ...(until_ms === undefined ? {} : { until: new Date(until_ms).toISOString() }),
  };
}
