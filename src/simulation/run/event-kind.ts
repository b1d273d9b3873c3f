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
/** The autoscaler looks at the working set of the cache. Target: compute. */
export const LFC_METRICS = 12;
/** The autoscaler's agent may act again although nothing has happened. Target: compute. */
export const SCALING_TICK = 13;
/** The scheduler answers the agent. Target: compute. */
export const SCHEDULER_ANSWER = 14;
/** The hypervisor has made the machine another size. Target: compute. */
export const RESIZED = 15;
/** The monitor inside the guest answers the agent. Target: compute. */
export const MONITOR_ANSWER = 16;
/** A live migration comes to its pause, or to its end. Target: compute. */
export const MIGRATION = 17;
/** The monitor finds memory above its threshold. Target: compute. */
export const MEMORY_ALERT = 18;
/** The kernel kills for want of memory. Target: compute. */
export const OUT_OF_MEMORY = 19;
/** The cache is filled again with some more of what it held. Target: compute. */
export const PREWARM = 20;
/** A suspended compute is resumed although nobody has connected. Target: compute. */
export const RESUME = 21;
/** A row of the timeline is complete. */
export const TIMELINE = 22;
/** A calendar month begins. Target: index of the month. */
export const MONTH = 23;
/** The month's CU-hours are used up. */
export const QUOTA = 24;
/** An event of the scenario. Target: its index. */
export const SCENARIO_EVENT = 25;
/** A fault of the scenario begins, and ends. Target: its index. */
export const FAULT_BEGINS = 26;
export const FAULT_ENDS = 27;
/** What the proxy has planned for a caller: another try, or the end of its patience. Target: query. */
export const PROXY_TRY = 28;
/** A client of a closed loop has thought, and sends its next query. Target: load. */
export const NEXT_QUERY = 29;
/** Something of a client's own is due: connections of its pool to close or to open. Target: client. */
export const CLIENT_TIMER = 30;
/** A session has been idle in its transaction for as long as the compute allows. Target: session. */
export const TRANSACTION_TIMEOUT = 31;
/** A part of a tick at hybrid fidelity begins. Target: compute. */
export const FIDELITY = 32;

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
  'working-set metrics',
  'scaling tick',
  'scheduler answer',
  'resized',
  'monitor answer',
  'migration',
  'memory alert',
  'out of memory',
  'prewarm',
  'resume',
  'timeline',
  'month',
  'quota',
  'scenario event',
  'fault begins',
  'fault ends',
  'proxy try',
  'next query',
  'client timer',
  'transaction timeout',
  'fidelity',
];
