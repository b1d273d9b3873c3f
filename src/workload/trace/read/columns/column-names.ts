/** A name in the form the lists below use: lower case, words joined by underscores, no sign before it. */
function normalName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9%]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

const named = (pattern: RegExp) => (name: string) => pattern.test(normalName(name));
const wordsOf = (list: string) => new Set(list.split(' '));

const TIME_NAMES = wordsOf(
  'timestamp timestamp_utc timestamp_ms time time_utc time_ms time_s ts date datetime date_time utc ' +
    'start start_time started_at start_utc begin created_at minute hour day interval ' +
    'interval_start bucket period epoch epoch_ms epoch_s unix unix_time unix_timestamp at when ' +
    't t_s t_ms t_us offset offset_s offset_ms offset_us offset_seconds arrival_offset_s ' +
    'arrival_offset arrival_offset_ms arrival_offset_us arrival arrival_time arrived_at ' +
    'arrival_s event_time log_time seconds secs sec s elapsed elapsed_s elapsed_ms elapsed_us ' +
    'elapsed_seconds',
);

/** Names of the moment at which an interval is over. */
const END_NAMES = wordsOf(
  'end end_time end_timestamp end_at end_ts end_utc end_date ended_at ending interval_end interval_end_time ' +
    'interval_end_utc interval_ending interval_ends_at timeframe_end period_end period_end_time period_ending ' +
    'bucket_end window_end bin_end slot_end time_end timestamp_end hour_end hour_ending',
);

const COUNT_NAMES = wordsOf(
  'value requests request_count queries_arrived num_requests count counts hits queries query_count calls call_count ' +
    'invocations transactions xacts events arrivals statements operations ops visits connections n num number ' +
    'total sum volume rps qps tps rate requests_per_second queries_per_second',
);

const LEVEL_NAMES = wordsOf(
  'value cpu cpu_% cpu_percent cpu_pct cpu_usage cpu_utilization cpu_utilisation cpuutilization ' +
    'utilization utilisation usage load level percent pct % average avg mean maximum max',
);

/** Whether a column's name is a usual one for the moment of a row. */
export function isTimeName(name: string): boolean {
  return TIME_NAMES.has(normalName(name)) || isEndName(name);
}

/** Whether a column's name says that its moments are those at which intervals end. */
export function isEndName(name: string): boolean {
  return END_NAMES.has(normalName(name));
}

/** Whether a column's name is a usual one for the value of a row of this kind of trace. */
export function isValueName(name: string, kind: 'counts' | 'level'): boolean {
  return (kind === 'counts' ? COUNT_NAMES : LEVEL_NAMES).has(normalName(name));
}

/** Whether a name speaks of a share of a machine that is busy, such as CPU %. */
export function isLevelName(name: string): boolean {
  return isShareName(name) && !isOtherThanLoad(name);
}

/** Whether a name speaks of a share of something. */
const isShareName = named(/cpu|percent|pct|%|utili[sz]ation/);

/** Whether a name speaks of a rate without telling of what time. */
export const isUnclearRateName = named(/(?:^|_)(?:rate(?:_?\d+[smhd])?|throughput)(?:_|$)/);

/** Whether a column's name is that of an id or of the number of a row. */
export const isIdName = named(
  /(?:^|_)(?:id|uid|uuid|guid|pid|oid|hash|key|[a-z]*id)$|^(?:|no|nr|num|index|idx|row|rownum|row_number|line|seq|sequence)$/,
);

const words = (list: string) => list.replaceAll(' ', '|');

/** What a monitoring system measures beside queries and busy CPU, as whole words of a name. */
const OTHER_WORDS = new RegExp(
  `(?:^|_)(?:${words(
    'ram mem swap disk storage capacity volume temp temperature celsius mhz ghz freq frequency ' +
      'iops lag depth threads numbackends backends credits? balance cores? millicores acu ' +
      'idle iowait steal free freeable available cached? hit miss errors? failures? failed deadlocks? timeouts? retries ' +
      'p\\d{2,3} percentile load_?(?:avg|average)(?:_?\\d+m?)? load_?(?:1|5|15)m?',
  )}|(?:${words('active open current waiting max used')})_(?:${words('connections? conns? sessions? clients? transactions? users?')})|(?:${words('response wait query exec execution request service lock io read write')})_time)(?=_|$)`,
);
/** Units and things that a name ends with. */
const OTHER_ENDS = new RegExp(
  `(?:^|_)(?:${words('size status code port ms us ns seconds time time_s mb gb kb tb mib gib kib bits')})$`,
);

/** Whether a name speaks of what is neither a count of queries nor a share of a busy machine: a duration, a size, memory. */
function isOtherThanLoad(name: string): boolean {
  // The time that a processor was busy, in per cent, is its load.
  const plain = normalName(name).replace(/((?:%|percent|pct)_(?:\w+_)?(?:cpu|processor))_time$/, '$1');
  return (
    /duration|latency|elapsed|bytes|memory|price|cost|version/.test(plain) ||
    OTHER_WORDS.test(plain) ||
    OTHER_ENDS.test(plain)
  );
}

/** What a statistic is called whatever it is one of. */
const STATISTIC = /^(?:avg|average|mean|max|maximum|min|minimum|usage)$/;

/** Whether a name speaks of something else than counts of queries, or busy shares of a machine. */
export function isOtherMeasure(name: string, kind: 'counts' | 'level'): boolean {
  if (isOtherThanLoad(name)) return true;
  return kind === 'counts' && (isShareName(name) || STATISTIC.test(normalName(name)));
}

/** Whether a column tells apart what different rows of one moment are about: `metric`, `series`, `field`. */
export const isSeriesName = named(
  /^(?:metric|metric_name|series|series_name|measurement|field|statistic|stat|variable|legend|label|target)$/,
);

/** Whether a column holds a part of a day, in a file that has the day in another one. */
export const isPartOfDayName = named(/^(?:hour|hr|h|hour_of_day|hours|minute|minutes|min|stunde|uhrzeit)$/);

/** Whether a column is named like the sum of others. */
export const isTotalName = named(/^(?:total|totals|sum|all|overall|grand_total|gesamt|summe)$/);

const ZONE_WORDS =
  /(?:^|_)(?:cet|cest|mez|mesz|bst|wet|west|eet|eest|msk|est|edt|cst|cdt|mst|mdt|pst|pdt|ist|jst|aest|aedt|local|localtime|local_time)(?:_|$)/;

/** The time zone that the name of a time column speaks of, where that is not UTC; `undefined` for none. */
export function zoneOfName(name: string): string | undefined {
  const offset = /\b(?:UTC|GMT) ?([+-]\d{1,2}(?::?\d{2})?)/i.exec(name);
  if (offset !== null) return /[1-9]/.test(offset[1]!) ? offset[0] : undefined;
  const region = /\b(?:Africa|America|Asia|Australia|Europe|Pacific)\/\w+/.exec(name);
  return region?.[0] ?? ZONE_WORDS.exec(normalName(name))?.[0].replaceAll('_', '');
}
