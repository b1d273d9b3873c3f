import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { MEMBER_ROLE } from '../../platform/accounts/account.js';
import { LATEST_MS } from '../emulator/emulated-clock.js';
import type { Emulator } from '../emulator/emulator.js';
import { ApiError } from '../http/api-error.js';
import { ANSWER_HEADERS } from '../http/http-context.js';
import { statusView } from '../status/status-view.js';
import { type ControlRoute, controlRoute, MAX_SPEED, spanOf } from './control-route.js';
import { FAULT_ROUTES } from './fault-routes.js';
import { FIXTURE_ROUTES } from './fixture-routes.js';

/** Selects computes: by words in their names, ids, projects, branches or types, and by state. */
const COMPUTE_FILTER = {
  search: z.string().max(200).optional(),
  state: z.enum(['init', 'active', 'idle']).optional(),
};

/** All routes below `/_neap`: emulated time, actions of Postgres clients and the autoscaler, the console without a key. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  controlRoute('GET /clock', {
    summary: 'Emulated time, its speed, and the time of the next scheduled event',
    answer: clockView,
  }),
  controlRoute('POST /clock', {
    summary: 'Skip time with {"advance": "5m"}, or change the speed with {"speed": 60}',
    body: { advance: z.string().optional(), speed: z.number().min(0).max(MAX_SPEED).optional() },
    answer: async (emulator, { advance, speed }) => {
      if (advance === undefined && speed === undefined) {
        throw new ApiError(400, 'request body: expected "advance", such as "5m", or "speed", such as 60');
      }
      const span_ms = advance === undefined ? 0 : spanOf('advance', advance);
      if (emulator.now() + span_ms > LATEST_MS) {
        throw new ApiError(400, 'request body: "advance": emulated time ends with the year 9999');
      }
      // Servers match the platform's rows before time is skipped, and again before the response.
      await emulator.drive?.catchUp?.();
      if (speed !== undefined) emulator.clock.setSpeed(speed);
      emulator.skip(span_ms);
      await emulator.drive?.catchUp?.();
      return clockView(emulator);
    },
  }),
  controlRoute('GET /state', {
    summary:
      'Data of the status page: time, computes and the latest operations; ?search= and ?state= choose computes',
    query: COMPUTE_FILTER,
    answer: (emulator, choice) => emulator.view(statusView(emulator, choice)),
  }),
  controlRoute('GET /curve', {
    summary: 'Size and cost of the same computes since the emulator began, as a chart in HTML',
    query: COMPUTE_FILTER,
    async answer(emulator, choice) {
      // Loaded when the first chart is requested; other requests are answered before it is drawn.
      const { statusCurve } = await import('../status/status-curve.js');
      await nextTurn();
      return new Response(statusCurve(emulator, choice), {
        headers: { 'Content-Type': 'text/html; charset=utf-8', ...ANSWER_HEADERS },
      });
    },
  }),
  controlRoute('POST /endpoints/{endpoint_id}/connect', {
    summary:
      'A client connects or runs a query: wakes an idle compute, keeps an active one from being suspended',
    answer: (emulator, { endpoint_id }) => emulator.platform.touch(endpoint_id, emulator.now()),
  }),
  controlRoute('POST /endpoints/{endpoint_id}/resize', {
    summary: 'Resize an active compute as the autoscaler does: {"current_cu"}',
    body: { current_cu: z.number() },
    answer: (emulator, { endpoint_id, current_cu }) => {
      emulator.platform.resize(endpoint_id, current_cu, emulator.now());
      return {};
    },
  }),
  controlRoute('POST /users', {
    summary: 'Sign up a user: {"name", "email"}',
    body: { name: z.string(), email: z.string() },
    answer: (emulator, input) => {
      const { id, name, email } = emulator.platform.signUp(input, emulator.now());
      return { id, name, email };
    },
  }),
  controlRoute('POST /users/{user_id}/api_keys', {
    summary: 'Create a personal key of a user: {"key_name"}',
    body: { key_name: z.string() },
    answer: (emulator, input) => emulator.platform.issueApiKey(input, emulator.now()),
  }),
  controlRoute('POST /organizations', {
    summary: 'Create an organization: {"name", "admin_user_id"}',
    body: { name: z.string(), admin_user_id: z.string() },
    answer: (emulator, input) => emulator.platform.createOrganization(input, emulator.now()),
  }),
  controlRoute('POST /organizations/{org_id}/members', {
    summary: 'Add a member to an organization: {"user_id", "role"}',
    body: { user_id: z.string(), role: MEMBER_ROLE },
    answer: (emulator, input) => emulator.platform.addMember(input, emulator.now()),
  }),
  ...FAULT_ROUTES,
  ...FIXTURE_ROUTES,
];

function clockView(emulator: Emulator) {
  const now_ms = emulator.now();
  const next = emulator.platform.next_event_at;
  return {
    now: new Date(now_ms).toISOString(),
    speed: emulator.clock.speed,
    next_event_at: next === undefined ? null : new Date(next).toISOString(),
  };
}
