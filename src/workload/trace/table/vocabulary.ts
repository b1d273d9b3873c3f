/** Words of column names, by what they mean. Add a word to the line it belongs to. */
const words = (list: string) => list.trim().replaceAll(/\s+/g, '|');

export const TIME = new RegExp(
  `^(?:${words(`
  timestamp\\w* time\\w* ts date\\w* utc start\\w* begin\\w* created_at minute hour day month week interval(?:_start)? bucket period epoch\\w* unix\\w* at when
  event_time log_time arrival\\w* arrived_at offset\\w* elapsed\\w* t(?:_\\w+)? s secs? seconds x_time moment
  datum zeit\\w* uhrzeit fecha hora date heure jour data ora dia 时间 日期 時間 日時 时刻 время дата χρόνος ώρα 시간 날짜 الوقت التاريخ`)})$`,
  'u',
);
export const END =
  /^(?:(?:interval|period|bucket|window|bin|slot|timeframe|hour|time|timestamp)_end\w*|end(?:_\w+)?|ended_at|ending)$/;
export const START = /^(?:start|begin|created|request_creation|from)/;
export const SERIES =
  /^(?:metric|metric_name|series|series_name|measurement|field|statistic|stat|variable|legend|label|target)$/;
export const TOTAL_LABEL =
  /^(?:total|totals|all|overall|aggregated|sum|gesamt|summe|cpu-total|_total|grand total)$/i;
export const TOTAL_ROW = /^(?:total|totals|sum|summe|gesamt|grand total|total general|итого|合计)$/i;
export const ID =
  /(?:^|_)(?:id|uid|uuid|guid|pid|oid|hash|key|[a-z]*id)$|^(?:no|nr|idx|index|row|rownum|row_number|line|seq|sequence|table|#)$/;

export const COUNT = new RegExp(
  `(?:^|_)(?:${words(`
  requests? num_requests hits? quer(?:y|ies) calls? invocations transactions? xacts? events? arrivals statements? operations ops visits?
  sessions_started pageviews? views anfragen abfragen aufrufe zugriffe requ[eê]tes? consultas solicitudes peticiones richieste req
  请求数? 请求量 查询数? 调用次数 访问量 リクエスト数? クエリ数 요청수? 쿼리수? запрос(?:ы|ов)? обращения αιτήματα ερωτήματα طلبات الطلبات`)})(?:_|$)`,
  'u',
);
export const NEUTRAL =
  /^(?:|values?|val|wert|valor|valeur|valore|y|n|num|number|counts?|total|sum|_?value|\d+)$/;
export const LEVEL = /cpu|processor|utili[sz]ation|auslastung|%|percent|pct|prozent/;
export const PERCENT = /%|percent|pct|prozent|utili[sz]ation|auslastung/;

export const OTHER = new RegExp(
  `^[\\d._]+%$|duration|latency|elapsed|bytes|memory|price|cost|version|(?:^|_)(?:${words(`
  ram mem swap disk storage capacity temp temperature celsius humidity speed occupancy mhz ghz freq frequency iops lag depth numbackends
  credits? balance cores? millicores mcpu millicpu acu idle iowait steal free available m_cpu cached? hit_?(?:rate|ratio) miss errors? failures? failed deadlocks? timeouts? retries
  p\\d{2,3} percentile load_?(?:avg|average)\\w* load_?(?:1|5|15)m? average avg mean max min maximum minimum usage
  in_?flight pending running waiting limit per_user concurren\\w* goroutines heap\\w* fds file_descriptors stock likes followers age uptime packets interrupts context_switches [kmg]?bps pps fps watts power
  active online queue\\w* backlog network revenue score
  response_time travel\\w*_?time wait_time fehler ошибки 错误数? 错误 エラー errores erreurs ping rtt ttfb bandwidth
  status code port size seconds ms us ns mb gb kb tb mib gib kib bits`)})(?:_|$)`,
  'u',
);
/** Things that are there, not things that happen; a word behind one of them decides, as in `client_requests`. */
export const ENTITY =
  /(?:^|_)(?:replicas?|pods?|users?|nodes?|instances?|workers?|clients?|sessions?|conns?|connections?|threads?|backends|processes|servers?|hosts?)(?:_(?:count|total|num))?$/;
export const COUNTER =
  /(?:^|_)total(?:_|$)|counter|cumul|xact_(?:commit|rollback)|^tup_|^blks_|_calls$|_sum$/;

const SECOND = 's|sec|secs|second|seconds|sekunde|seconde|segundo|seg|secondo|сек\\w*|секунду|秒';
const MINUTE = 'm|min|mins|minute|minutes|minuto|мин\\w*|分钟?|分';
const HOUR = 'h|hr|hour|hours|stunde|heure|hora|ora|час|小时';
/** `per second`, `/s`, `[1/min]`, `每秒`. */
export const PER = new RegExp(
  `(?:/|per|_pro_|_par_|_por_|_al_|_a_|_в_)_?(?:(${SECOND})|(${MINUTE})|(${HOUR})|(\\d+)_?(s|sec|m|min|h))(?:_|\\)|$|\\])`,
  'u',
);
export const PER_CJK = /(每秒)|(每分)|(每小时)/;
/** `rps`, `krps`, `qpm`: rates in one word. */
export const SHORT_RATE = /(?:^|_)(k|m)?[rqth]p(s|m|h)$/;
export const UNCLEAR_RATE = /(?:^|_)(?:k?[rqth]p[smh]|rate(?:_?\d+[smhd])?|throughput|durchsatz)(?:_|$)/;
/** `kreq/s`, `requests (k)`, `calls in millions`. */
export const THOUSANDS =
  /(?:^|_)(?:k(?:req|requests|queries|q)?|thousands?|tausend|milliers|miles|тыс)(?:_|\/|$)/u;
export const MILLIONS = /(?:^|_)(?:M(?:req|requests|queries|q)?|mio|millions?|millionen|млн)(?:_|\/|$)/u;
