import { FIRST_KINDS, LAST_KINDS } from '../../kernel/event-order.js';

/** Kinds of calendar events. The target identifies the object that an event affects. */

/** The query whose CPU work completes next leaves the CPU. Target: compute. */
export const CPU_COMPLETION = 0;
/** A query's waits and page misses are over. Target: query. */
export const OFF_CPU_DONE = 1;
/** A session closes. Target: session. */
export const SESSION_END = 2;

/** A query's waiting limit has expired. Target: query. */
export const WAIT_TIMEOUT = FIRST_KINDS;
/** A compute that started or restarted runs. Target: compute. */
export const STARTED = FIRST_KINDS + 1;
/** The kernel samples the load average. Target: compute. */
export const LOAD_SAMPLE = FIRST_KINDS + 2;
/** The autoscaler evaluates its metrics. Target: compute. */
export const METRICS = FIRST_KINDS + 3;
/** The autoscaler fetches the working set of the cache. Target: compute. */
export const LFC_METRICS = FIRST_KINDS + 4;
/** The autoscaler's agent may act again without other events. Target: compute. */
export const SCALING_TICK = FIRST_KINDS + 5;
/** The scheduler answers the agent. Target: compute. */
export const SCHEDULER_ANSWER = FIRST_KINDS + 6;
/** The hypervisor has resized the machine. Target: compute. */
export const RESIZED = FIRST_KINDS + 7;
/** The monitor inside the guest answers the agent. Target: compute. */
export const MONITOR_ANSWER = FIRST_KINDS + 8;
/** The pause of a live migration begins, or ends. Target: compute. */
export const MIGRATION = FIRST_KINDS + 9;
/** The monitor finds memory above its threshold. Target: compute. */
export const MEMORY_ALERT = FIRST_KINDS + 10;
/** The kernel kills Postgres because memory ran out. Target: compute. */
export const OUT_OF_MEMORY = FIRST_KINDS + 11;
/** A prewarm restores more of the cache's earlier contents. Target: compute. */
export const PREWARM = FIRST_KINDS + 12;
/** A suspended compute is resumed although no client has connected. Target: compute. */
export const RESUME = FIRST_KINDS + 13;
/** A row of the timeline is complete. */
export const TIMELINE = FIRST_KINDS + 14;
/** A calendar month begins. Target: index of the month. */
export const MONTH = FIRST_KINDS + 15;
/** The month's CU-hours are exhausted. */
export const QUOTA = FIRST_KINDS + 16;
/** An event of the scenario. Target: its index. */
export const SCENARIO_EVENT = FIRST_KINDS + 17;
/** A fault of the scenario begins, and ends. Target: its index. */
export const FAULT_BEGINS = FIRST_KINDS + 18;
export const FAULT_ENDS = FIRST_KINDS + 19;
/** A session has been idle in its transaction for as long as the compute allows. Target: session. */
export const TRANSACTION_TIMEOUT = FIRST_KINDS + 20;
/** A part of a tick at hybrid fidelity begins. Target: compute. */
export const FIDELITY = FIRST_KINDS + 21;
/** The platform checks whether the compute can be reached. Target: compute. */
export const AVAILABILITY_CHECK = FIRST_KINDS + 22;
/** An autovacuum worker is at work. Target: compute. */
export const AUTOVACUUM = FIRST_KINDS + 23;
/** Growing memory reaches the monitor's threshold or the kernel's limit. Target: compute. */
export const MEMORY_LIMIT = FIRST_KINDS + 24;
/** A query's memory has grown to its peak. Target: query. */
export const MEMORY_PEAK = FIRST_KINDS + 25;

// Arrivals, and the idle check: after all other events at the same time.

/** A load's next arrival. Target: load. */
export const ARRIVAL = LAST_KINDS;
/** A query has opened its connection. Target: query. */
export const CONNECTED = LAST_KINDS + 1;
/** A client tries again. Target: query. */
export const RETRY = LAST_KINDS + 2;
/** A session's next query. Target: session. */
export const SESSION_QUERY = LAST_KINDS + 3;
/** A compute may have been inactive for its timeout. Target: compute. */
export const SUSPEND_CHECK = LAST_KINDS + 4;
/** An action that the proxy has scheduled for a caller: another try, or its timeout. Target: query. */
export const PROXY_TRY = LAST_KINDS + 5;
/** A client of a closed loop has finished thinking, and sends its next query. Target: load. */
export const NEXT_QUERY = LAST_KINDS + 6;
/** A timer of a client: connections of its pool are to be closed or opened. Target: client. */
export const CLIENT_TIMER = LAST_KINDS + 7;
/** Instances of an application are to be started or stopped. Target: load. */
export const INSTANCES = LAST_KINDS + 8;
