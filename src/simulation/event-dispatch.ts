import { BILLING_EVENTS } from './billing-period.js';
import { POOL_EVENTS } from './clients/client-pool-ttl.js';
import { RETRY_EVENTS } from './clients/client-process.js';
import { SESSION_EVENTS } from './clients/client-sessions.js';
import { INSTANCE_EVENTS } from './clients/instances.js';
import { LOAD_EVENTS } from './clients/load-process.js';
import { FIDELITY_EVENTS } from './fidelity/hybrid-compute.js';
import { BACKGROUND_EVENTS } from './lifecycle/background-activity.js';
import { LIFECYCLE_EVENTS } from './lifecycle/lifecycle.js';
import { PLANNED_EVENTS } from './lifecycle/planned-events.js';
import { SUSPENSION_EVENTS } from './lifecycle/suspension.js';
import { TIMELINE_EVENTS } from './outcome/timeline.js';
import { PROXY_EVENTS } from './proxy/platform-proxy.js';
import * as Kind from './run/event-kind.js';
import { LIMIT_EVENTS } from './run/query-limits.js';
import type { EventHandlers, RunContext } from './run/run-context.js';
import { MIGRATION_EVENTS } from './scaling/live-migration.js';
import { SAMPLE_EVENTS } from './scaling/load-sampler.js';
import { SCALING_EVENTS } from './scaling/scaling-loop.js';
import { CACHE_EVENTS } from './service/file-cache.js';
import { MEMORY_EVENTS } from './service/guest-memory.js';
import { EXECUTION_EVENTS } from './service/query-execution.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { ARRIVAL, CPU_COMPLETION } = Kind;

/** By kind: one dense array, so that a handler is found by index. */
const HANDLERS = ((): EventHandlers[number][] => {
  const unhandled: EventHandlers[number] = (run, target) =>
    run.broken('every event has a handler', `target ${target}`, 'dispatch');
  const all = {
    ...EXECUTION_EVENTS,
    ...CACHE_EVENTS,
    ...MEMORY_EVENTS,
    ...LIMIT_EVENTS,
    ...LOAD_EVENTS,
    ...RETRY_EVENTS,
    ...SESSION_EVENTS,
    ...POOL_EVENTS,
    ...INSTANCE_EVENTS,
    ...PROXY_EVENTS,
    ...LIFECYCLE_EVENTS,
    ...SUSPENSION_EVENTS,
    ...BACKGROUND_EVENTS,
    ...PLANNED_EVENTS,
    ...SAMPLE_EVENTS,
    ...SCALING_EVENTS,
    ...MIGRATION_EVENTS,
    ...FIDELITY_EVENTS,
    ...TIMELINE_EVENTS,
    ...BILLING_EVENTS,
  };
  return Array.from({ length: Kind.INSTANCES + 1 }, (_, kind) => all[kind] ?? unhandled);
})();

/** Passes an event to its handler. Small, so that it is inlined into the event loop: most events are of two kinds. */
export function dispatch(run: RunContext, kind: number, target: number): void {
  if (kind === ARRIVAL) run.loadProcesses[target]!.arrival();
  else if (kind === CPU_COMPLETION) run.computes[target]!.execution.cpuCompletion();
  else HANDLERS[kind]!(run, target);
}
