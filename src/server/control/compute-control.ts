import { z } from 'zod';
import { statusView } from '../status/status-view.js';
import { type ControlRoute, controlRoute } from './control-route.js';

const ENDPOINT_PARAMS = { endpoint_id: z.string() };

/** What clients of Postgres and the autoscaler do to computes. */
export const COMPUTE_CONTROL: readonly ControlRoute[] = [
  controlRoute({
    at: 'GET /state',
    summary: 'What the status page shows',
    answer: statusView,
  }),
  controlRoute({
    at: 'POST /endpoints/{endpoint_id}/connect',
    summary:
      'A client connects or runs a query: wakes an idle compute, keeps an active one from being suspended',
    params: ENDPOINT_PARAMS,
    answer: (emulator, { endpoint_id }) => emulator.platform.touch(endpoint_id, emulator.now()),
  }),
  controlRoute({
    at: 'POST /endpoints/{endpoint_id}/resize',
    summary: 'The autoscaler makes an active compute another size: {"current_cu"}',
    params: ENDPOINT_PARAMS,
    body: { current_cu: z.number() },
    answer: (emulator, { endpoint_id, current_cu }) => {
      emulator.platform.resize(endpoint_id, current_cu, emulator.now());
      return {};
    },
  }),
];
