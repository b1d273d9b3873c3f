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
    answer: ({ platform, clock }, { endpoint_id }) => platform.touch(endpoint_id, clock.now_ms),
  }),
  controlRoute({
    at: 'POST /endpoints/{endpoint_id}/resize',
    summary: 'The autoscaler makes an active compute another size: {"current_cu"}',
    params: ENDPOINT_PARAMS,
    body: { current_cu: z.number() },
    answer: ({ platform, clock }, { endpoint_id, current_cu }) => {
      platform.resize(endpoint_id, current_cu, clock.now_ms);
      return {};
    },
  }),
];
