/** A name in the form the lists below use: lower case, words joined by underscores, no sign before it. */
function normalName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9%]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

const TIME_NAMES = new Set(
  (
    'timestamp timestamp_utc timestamp_ms time time_utc time_ms time_s ts date datetime date_time utc ' +
    'start start_time started_at start_utc begin end_time created_at minute hour day interval ' +
    'interval_start bucket period epoch epoch_ms epoch_s unix unix_time unix_timestamp at when ' +
    't t_s t_ms t_us offset offset_s offset_ms offset_us offset_seconds arrival_offset_s ' +
    'arrival_offset arrival_offset_ms arrival_offset_us arrival arrival_time arrived_at ' +
    'arrival_s event_time log_time seconds secs sec s elapsed elapsed_s elapsed_ms elapsed_us ' +
    'elapsed_seconds'
  ).split(' '),
);

const COUNT_NAMES = new Set(
  (
    'value requests request_count queries_arrived num_requests count counts hits queries query_count calls call_count ' +
    'invocations transactions xacts events arrivals statements operations ops visits connections n num number ' +
    'total sum volume rps qps tps rate requests_per_second queries_per_second'
  ).split(' '),
);

const LEVEL_NAMES = new Set(
  (
    'value cpu cpu_% cpu_percent cpu_pct cpu_usage cpu_utilization cpu_utilisation cpuutilization ' +
    'utilization utilisation usage load level percent pct % average avg mean maximum max'
  ).split(' '),
);

/** Whether a column's name is a usual one for the moment of a row. */
export function isTimeName(name: string): boolean {
  return TIME_NAMES.has(normalName(name));
}

/** Whether a column's name is a usual one for the value of a row of this kind of trace. */
export function isValueName(name: string, kind: 'counts' | 'level'): boolean {
  return (kind === 'counts' ? COUNT_NAMES : LEVEL_NAMES).has(normalName(name));
}

/** Whether a name speaks of a share of a machine, such as CPU %. */
export function isLevelName(name: string): boolean {
  return /cpu|percent|pct|%|utili[sz]ation/.test(normalName(name));
}

/** Whether a name says that values are per second. */
export function isRateName(name: string): boolean {
  return (
    /(?:^|_)(?:rps|qps|tps)$|per_s(?:ec(?:ond)?)?$/.test(normalName(name)) || /\/\s*s(?:ec)?\b/.test(name)
  );
}

/** Whether a name speaks of a rate without telling of what time. */
export function isUnclearRateName(name: string): boolean {
  return /(?:^|_)rate$/.test(normalName(name));
}

/** Whether a column's name is that of an id or of the number of a row. */
export function isIdName(name: string): boolean {
  const plain = normalName(name);
  return /(?:^|_)(?:id|uid|uuid|guid|pid|oid|hash|key|[a-z]*id)$|^(?:|no|nr|num|index|idx|row|rownum|row_number|line|seq|sequence)$/.test(
    plain,
  );
}

/** Whether a name speaks of something that is measured and is no count of queries: a duration, a size, a code. */
export function isOtherMeasure(name: string): boolean {
  return /duration|latency|elapsed|bytes|memory|price|cost|version|(?:^|_)(?:size|status|code|port|ms|us|ns|seconds|time|time_s|mb|gb|kb)$/.test(
    normalName(name),
  );
}
