import { AVAILABILITY } from './availability.js';
import { CLIENT_POOL, CONNECTIONS, POOLER } from './connections.js';
import { COST, USE } from './cost.js';
import { DISRUPTIONS, TROUBLE } from './disruptions.js';
import type { FigureTree, Values } from './figure.js';
import { IDLE } from './idle.js';
import { DELAY, LATENCY, WAKE_LATENCY } from './latency.js';
import { LIFECYCLE, RESUMES, SCALING, SIZE, STATES } from './lifecycle.js';
import { QUERIES, WAITS } from './queries.js';
import { CACHE, CPU, MEMORY, OVERLOAD, TEMP_FILES } from './resources.js';

/** The figures of a compute, and of all computes together, in `summary.json`: names and order are a contract. */
export const COMPUTE_FIGURES = {
  ...USE,
  ...COST,
  ...STATES,
  ...SIZE,
  ...LIFECYCLE,
  queries: QUERIES,
  ...WAITS,
  wake_latency_ms: WAKE_LATENCY,
  delay_ms: DELAY,
  latency_ms: LATENCY,
  connections: CONNECTIONS,
  disruptions: DISRUPTIONS,
  trouble: TROUBLE,
  client_pool: CLIENT_POOL,
  pooler: POOLER,
  cache: CACHE,
  cpu: CPU,
  overload: OVERLOAD,
  memory: MEMORY,
  scaling: SCALING,
  ...RESUMES,
  idle: IDLE,
  temp_files: TEMP_FILES,
  availability: AVAILABILITY,
} as const satisfies FigureTree;

/** Values of these figures; `null` without a measurement. */
export type ComputeFigures = Values<typeof COMPUTE_FIGURES>;
