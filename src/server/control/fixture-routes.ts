import { z } from 'zod';
import { unknownCall } from '../../api/contract.js';
import { FAULT_VALUES } from '../../api/fault.js';
import { ApiError } from '../http/api-error.js';
import { type ControlRoute, controlRoute } from './control-route.js';
import { eventStream } from './event-stream.js';

/** Methods of requests to the management API. */
const METHODS = [...FAULT_VALUES.methods, 'HEAD', 'OPTIONS'] as const;

function unknownStatus(status: string | undefined): string | undefined {
  if (status === undefined || /^[1-5]\d\d$/.test(status)) return undefined;
  return `"status": expected a status such as 503, got ${JSON.stringify(status.slice(0, 80))}`;
}

/** Control routes that reset the emulator between tests, and report its requests and changes. */
export const FIXTURE_ROUTES: readonly ControlRoute[] = [
  controlRoute('GET /health', {
    summary: 'Check that the emulator answers and can write its state; open to every machine',
    open: true,
    answer: (emulator) => ({
      status: 'ok',
      emulator: 'neap',
      now: new Date(emulator.now()).toISOString(),
    }),
  }),
  controlRoute('GET /requests', {
    summary:
      'The latest 1,000 requests to the management API, oldest first; those of a "call", "method" or "status"',
    query: {
      call: z.string().optional(),
      method: z.enum(METHODS).optional(),
      status: z.string().optional(),
    },
    answer(emulator, { call, method, status }) {
      // An empty list for a misspelled call would look as if it had never been called.
      const problem = unknownCall(call) ?? unknownStatus(status);
      if (problem !== undefined) throw new ApiError(400, `query: ${problem}`);
      return {
        requests: emulator.requests
          .latest()
          .filter(
            (request) =>
              (call === undefined || request.call === call) &&
              (method === undefined || request.method === method) &&
              (status === undefined || String(request.status) === status),
          )
          .map(({ at_ms, ...rest }) => ({ at: new Date(at_ms).toISOString(), ...rest })),
      };
    },
  }),
  controlRoute('DELETE /requests', {
    summary: 'Clear the recorded requests',
    answer: (emulator) => emulator.requests.clear(),
  }),
  controlRoute('POST /snapshots', {
    summary: 'Save the whole state and its time under a name: {"name"}',
    body: { name: z.string().min(1).max(64) },
    answer(emulator, { name }) {
      if (!emulator.remember(name)) {
        throw new ApiError(409, 'too many snapshots; reuse the name of an existing one');
      }
      return { name, now: new Date(emulator.now()).toISOString() };
    },
  }),
  controlRoute('POST /reset', {
    summary:
      'Go back to a snapshot, {"to": "name"}, or with {} to the initial state: its rows and time, no faults, no requests',
    body: { to: z.string().min(1).optional() },
    answer(emulator, { to }) {
      const problem = emulator.reset(to);
      if (problem !== undefined) throw new ApiError(409, problem);
      return { now: new Date(emulator.now()).toISOString() };
    },
  }),
  controlRoute('GET /events', {
    summary: 'Changes of projects, branches, computes and operations as they happen, as server-sent events',
    answer: eventStream,
  }),
];
