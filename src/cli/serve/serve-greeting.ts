import { RATE_LIMITS } from '../../platform/resource/call.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';
import { counted } from '../../report/figures/figure-text.js';
import { API_PATH } from '../../server/app.js';
import { type FirstAccount, NEW_KEY } from '../../server/emulator/first-account.js';
import { isLocal } from '../../server/http/sender.js';
import type { ServedPostgres } from '../../server/postgres/serve-postgres.js';
import { DEFAULT_PLAN } from '../../vendors/plan-limits.js';
import type { ServeOptions } from './serve.js';
import type { ServedScenario } from './serve-scenario.js';

/** Services in addition to the API. */
export interface GreetedParts {
  readonly served?: ServedScenario | undefined;
  readonly postgres?: ServedPostgres | undefined;
  readonly host?: DataHost | undefined;
}

/** What `neap serve` prints when it listens. */
export function greeting(
  address: string,
  account: FirstAccount,
  options: Pick<ServeOptions, 'json' | 'state' | 'speed' | 'plan' | 'rateLimits' | 'rules' | 'seedData'>,
  { served, postgres, host }: GreetedParts = {},
): string {
  const base_url = `${address}${API_PATH}`;
  if (options.json === true) {
    const scenario = served === undefined ? {} : { project_id: served.project_id };
    const proxy = postgres === undefined ? {} : { postgres: postgres.proxy };
    return `${JSON.stringify({ address, base_url, ...account, ...scenario, ...proxy })}\n`;
  }
  const key = account.api_key ?? '<your key>';
  return `${[
    `Listening on ${base_url}`,
    '',
    ...keyLines(account),
    '',
    'To point neonctl, or its successor neon, at it:',
    `  export NEON_API_HOST=${base_url}`,
    `  export NEON_API_KEY=${key}`,
    `  ${firstCommand(account, options, served)}`,
    '',
    `Status page  ${address}/`,
    `State        ${options.state === undefined ? 'in memory, gone when this stops' : `in ${options.state}`}`,
    ...(served === undefined ? [] : scenarioLines(served)),
    ...(postgres === undefined || host === undefined ? [] : postgresLines(postgres, host, options.speed)),
    `Time         ${timeText(options.speed)}; POST ${address}/_neap/clock {"advance": "5m"} skips some`,
    ...(served === undefined ? [`Plan         ${planText(options.plan)}`] : []),
    `Limits       ${limitsText(options.rateLimits)}`,
    '',
    'Ctrl-C stops it.',
  ].join('\n')}\n`;
}

/** Warnings about options that open the emulator to others. */
export function warnings({
  host,
  controlFromAnywhere,
  apiKey,
  postgres,
}: Pick<ServeOptions, 'host' | 'controlFromAnywhere' | 'apiKey' | 'postgres'>): readonly string[] {
  const found: string[] = [];
  if (typeof postgres === 'string' && /^\w+:\/\/[^@/]*:[^@]*@/.test(postgres)) {
    found.push(
      '--postgres: the password is visible in the process list and the shell history; use PGPASSWORD instead',
    );
  }
  if (apiKey !== undefined && apiKey !== NEW_KEY) {
    found.push('--api-key: anyone who sees the command line or the shell history has this key');
  }
  if (!isLocal(host) && host !== 'localhost') {
    found.push(
      `--host ${host}: other machines reach the API (with a key), the status page and /metrics (without one)`,
    );
  }
  if (controlFromAnywhere === true) {
    found.push(
      '--control-from-anywhere: anyone who can reach this port can create keys, advance time and read requests, without a key',
    );
  }
  return found;
}

/** A command that works immediately: with the rules of today's service, a personal key must name its organization. */
function firstCommand(
  { org_id, continued }: FirstAccount,
  { rules, seedData }: Pick<ServeOptions, 'rules' | 'seedData'>,
  served: ServedScenario | undefined,
): string {
  const is_empty = !continued && seedData === undefined && served === undefined;
  const named = (served?.scenario.model.rules ?? rules) === 'platform' ? ` --org-id ${org_id}` : '';
  return `neonctl projects ${is_empty ? 'create --name shop' : 'list'}${named}`;
}

function scenarioLines({ scenario, project_id, began_ms }: ServedScenario): readonly string[] {
  const { name, computes, load, duration_seconds } = scenario;
  const end = new Date(began_ms + duration_seconds * 1000).toISOString();
  const parts = `${counted(computes.length, 'compute')}, ${counted(load.length, 'load')}`;
  return [`Scenario     ${name}, ${parts}, in project ${project_id} until ${end} of emulated time`];
}

function postgresLines(
  { proxy, has_pooler }: ServedPostgres,
  { version, place, remarks }: DataHost,
  speed: number,
): readonly string[] {
  const tls = proxy.require_tls ? ', TLS only' : '';
  return [
    `PostgreSQL   ${version} ${place}, on ${proxy.host} port ${proxy.port}${tls}; psql "$(neonctl connection-string)"`,
    "             It behaves as the platform's computes do: they wake, cut and refuse. It is not as fast or as slow.",
    ...(proxy.endpoint_domain === undefined
      ? []
      : [
          `             Endpoints are hosts below ${proxy.endpoint_domain}: point it at ${proxy.host}, as a hosts line does for each endpoint.`,
        ]),
    ...remarks.map((remark) => `             ${remark}`),
    ...(has_pooler ? [] : ['             Hosts with -pooler need PgBouncer, which is not installed.']),
    ...(speed === 0
      ? ['             Time is paused: a client that wakes a compute waits until you advance the clock.']
      : []),
  ];
}

function keyLines({ api_key, email, continued }: FirstAccount): readonly string[] {
  if (api_key === undefined) {
    return [`The keys in the state remain valid; --api-key new creates another one for ${email}.`];
  }
  return [`${continued ? 'New' : 'First'} personal key, of ${email}; it is not shown again:`, `  ${api_key}`];
}

function timeText(speed: number): string {
  if (speed === 0) return 'stands still';
  return speed === 1 ? 'wall clock' : `${speed} times wall clock`;
}

function planText(plan: string | undefined): string {
  return plan === undefined ? `${DEFAULT_PLAN}; --plan free has the limits of a new account` : plan;
}

function limitsText(rateLimits: ServeOptions['rateLimits']): string {
  if (rateLimits === 'off') return 'none';
  const { account_per_minute, route_per_second } = RATE_LIMITS;
  return `${account_per_minute} requests a minute, ${route_per_second} a second a route; --rate-limits off lifts them`;
}
