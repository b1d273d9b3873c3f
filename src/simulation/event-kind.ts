/** What an event of the calendar does; its target says to whom. */

/** A load's next arrival. Target: load. */
export const ARRIVAL = 0;
/** The query whose turn it is leaves the CPU. Target: compute. */
export const CPU_COMPLETION = 1;
/** A query has opened its connection. Target: query. */
export const CONNECTED = 2;
/** A query's waits and page misses are over. Target: query. */
export const OFF_CPU_DONE = 3;
/** A query has waited too long for what it waits for. Target: query. */
export const WAIT_TIMEOUT = 4;
/** A client tries again. Target: query. */
export const RETRY = 5;
/** A session's next query. Target: session. */
export const SESSION_QUERY = 6;
/** A session closes. Target: session. */
export const SESSION_END = 7;
/** A compute that started or restarted runs. Target: compute. */
export const STARTED = 8;
/** A compute may have been inactive for its timeout. Target: compute. */
export const SUSPEND_CHECK = 9;
/** The kernel samples the load average. Target: compute. */
export const LOAD_SAMPLE = 10;
/** The autoscaler looks at its metrics. Target: compute. */
export const METRICS = 11;
/** A row of the timeline is complete. */
export const TIMELINE = 12;
/** A calendar month begins. Target: index of the month. */
export const MONTH = 13;
/** The month's CU-hours are used up. */
export const QUOTA = 14;
/** An event of the scenario. Target: its index. */
export const SCENARIO_EVENT = 15;

/** Names for messages. */
export const EVENT_NAMES: readonly string[] = [
  'arrival',
  'cpu completion',
  'connected',
  'off-cpu done',
  'wait timeout',
  'retry',
  'session query',
  'session end',
  'started',
  'suspend check',
  'load sample',
  'metrics',
  'timeline',
  'month',
  'quota',
  'scenario event',
];
