/** Words of column names, by what they mean. Add a word to the line it belongs to. */
const words = (list: string) => list.trim().replaceAll(/\s+/g, '|');

export const TIME = new RegExp(
  `^(?:${words(`
  timestamp\\w* time\\w* ts date\\w* utc start\\w* begin\\w* created_at minute hour day month week (?:second|minute|hour|day|week)_of_\\p{L}+ interval(?:_start)? bucket period epoch\\w* unix\\w* at when
  event_time log_time arrival\\w* arrived_at offset\\w* elapsed\\w* t(?:_\\w+)? s secs? seconds? x_time moment
  datum zeit\\w* uhrzeit fecha hora date heure jour data ora dia 时间 日期 時間 日時 年月日 日付 時間帯 时刻 время дата χρόνος ώρα 시간 날짜 الوقت التاريخ`)})$`,
  'u',
);
export const END =
  /^(?:(?:interval|period|bucket|window|bin|slot|timeframe|hour|time|timestamp)_end\w*|end(?:_\w+)?|ended_at|ending)$/;
export const START = /^(?:start|begin|created|request_creation|from)/;
export const WEEK_COLUMN =
  /^(?:(?:iso_?|calendar_|year_?)?weeks?(?:_(?:no|number|of_year))?|kw|(?:kalender)?woche|semaine|semana|settimana|uge|vecka|viikko|tydzień|неделя|周|週)$/u;
export const QUARTER_COLUMN = /^(?:quarter|quartal|trimestre|kwartał|квартал|季度)$/u;
/** Hours from 1 to 24, each named by its end. */
export const HOUR_ENDING = /^(?:he|hour_ending)$/;
export const HOUR_OF_DAY =
  /^(?:he|hour_ending|hour|hr|hh|h|hour_of_day|hours|stunde|uhrzeit|ora|hora|heure|godzina|saat|uur|klockan)$/;
export const SERIES =
  /^(?:metric|metric_name|series|series_name|measurement|field|statistic|stat|variable|legend|label|target|granularity|resolution|grain|bucket_size)$/;
/** Columns with the share of queries that is counted, or with the number of queries per counted one. */
export const SAMPLING = /^(?:avg_)?sampl(?:e|ing)_?(?:rate|interval|ratio)$/;
/** Columns that name the part of a system that a row describes. */
export const PART =
  /^(?:pod|host|instance|server|node|service|app|application|region|zone|shard|replica|container|component|db|database|cluster|tenant|endpoint|device|source|target|backend|worker|metric|series|labels)(?:_?(?:name|id))?$/;
/** Columns whose numbers distinguish parts, as words do. */
export const PART_ID =
  /^(?:query|statement|db|dat|database|user|rel|tenant|customer|project|shard|node|host|instance|worker)_?id$/;
/** Columns whose words are states of sessions: a count next to one of them counts sessions. */
export const STATE = /^(?:state|wait_event(?:_type)?|backend_type|lock_?type|lock_mode)$/;
export const METRIC = /^(?:metric(?:_?name)?|measurement|field|variable|counter|indicator|item)$/;
export const UNIT = /^(?:units?|einheit|unit[eé]|unidad|unità|eenheid|ед|单位|単位|단위)$/;
export const TOTAL_LABEL =
  /^(?:total|totals|\(?all\)?|\*|overall|global|worldwide|aggregated?|sum|gesamt|alle|insgesamt|summe|tous|todos|tutti|всего|合计|合計|cpu-total|_total|grand total)$/i;
/** A word in the name of a column that may include the others. */
export const TOTAL_WORD = /(?:^|_)(?:total|totals|all|sum|overall|gesamt|insgesamt|всего)(?:_|$)|合计|合計/;
export const TOTAL_ROW =
  /^\**(?:(?:grand |sub-?|\p{L}{3,10} )?totals?|sum|summe|zwischensumme|gesamt\p{L}*|gesamtergebnis|total g[eé]n[eé]ral|totale|suma|итого|合计|合計|总计|average|avg|mean|durchschnitt|mittelwert|moyenne|promedio|media|min|max|minimum|maximum|(?:sums|averages) \(.*\))\**$/iu;
export const ID =
  /^(?!(?:.*_)?(?:count|distinct|sum|avg|min|max|number|num)_)(?:.*_)?(?:id|uid|uuid|guid|pid|oid|hash|key|[a-z]*id)$|^(?:no|nr|idx|index|row|rownum|row_number|line|seq|sequence|table|span|#)$/;

/** Events: queries, requests, calls, visits. A line holds the words of one or several languages. */
export const COUNT = new RegExp(
  `(?:^|_)(?:${words(`
  requests? reqs? num_requests hits? quer(?:y|ies) calls? invocations transactions? xacts? events? arrivals statements? operations ops visits?
  sessions_started pageviews? views req accesses
  anfragen abfragen (?:seiten)?aufrufe zugriffe transaktionen
  requ[eê]tes? appels? acc[eè]s visites?
  consultas? solicitudes peticiones llamadas visitas transacciones requisi[cç][õo]es chamadas acessos
  richieste interrogazioni chiamate accessi visite
  verzoeken aanvragen aanroepen bezoeken förfrågningar anrop forespørsler forespørgsler anmodninger pyynn[öo]t kyselyt
  zapyta(?:nia|ń) żąda(?:nia|ń) wywoła(?:nia|ń) odwiedzin(?:y)? požadavk(?:y|ů) dotaz(?:y|ů) kérések lekérdezések cereri interogări
  i̇?stek(?:ler)? sorgu(?:lar)? çağrı(?:lar)? yêu_cầu truy_vấn lượt_truy_cập permintaan kueri
  запрос(?:ы|ов)? обращени[яй] вызов(?:ы|ов)? запит(?:и|ів)? заявки αιτήματα ερωτήματα κλήσεις طلبات الطلبات בקשות
  [总總]?(?:请求|請求|查询|查詢|调用|調用|访问|訪問|浏览)(?:[总總]?[数數]量?|次[数數]|[总總]?量)?
  (?:リクエスト|クエリ|アクセス|呼び出し)(?:総?数|件数|回数)?
  총?(?:요청|쿼리|호출|조회|방문)(?:수|건수|횟수)?`)})(?:_|$)`,
  'u',
);
/** `requests_5m`: a count of the last five minutes. */
export const WINDOW = /_(\d+)_?(?:(s)(?:ecs?|econds?)?|(m)(?:ins?|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?)$/;

/** Words that add nothing to what is counted. */
export const FILLER =
  /^(?:avg|average|mean|max|maximum|min|minimum|peak|total|sum|num|number|counts?|of|in|the|values?|rate|load|traffic|throughput|durchsatz|current|k|M|thousands?|millions?|\d+)$/;
export const NEUTRAL =
  /^(?:|values?|val|wert|valor|valeur|valore|y|n|num|number|counts?|cnt|(?:count_of_|doc_|event_)?(?:records|documents|count)|_?value|\d+)$/;
/** Neutral names that at least indicate a count. */
export const RECORDS = /(?:^|_)(?:counts?|cnt|records|documents)$/;
/** `query_time`, `request charges`: a singular before another noun qualifies it. */
export const BELONGS =
  /(?:^|_)(?:request|req|query|call|event|visit|hit|transaction|statement|invocation|operation|view|pageview)_(?!(?:counts?|totals?|sum|num|number|cnt|volume|rate|throughput|durchsatz|[kM]|rp[smh]|[1-5]xx|hits|calls|requests|queries|events|operations|invocations|executions|visits|views)(?:_|$)|rate\d|per_|in_(?:thousands|millions))\p{L}/u;
export const CPU = /cpu|processor|prozessor|процессор|处理器|プロセッサ/;
/** CPU names that are not a busy share: numbers of CPUs, their seconds, and tasks that wait for them. */
export const CPU_OTHER =
  /(?:^|_)(?:cpus|v_?cpus?|cpu_(?:counts?|num|number|total_count|s|secs?|hours?|minutes?|allocated|allocation|load_(?:avg|average))|number_of_v?_?cpu)(?:_|$)/;
export const CPU_STATE =
  /(?:^|_)(?:fan|wait|nice|guest|irq|softirq|requests?|requested|reserv\w*|throttl\w*|shares?|quota)(?:_|$)|cpu_(?:\w+_)?(?:user|usr|system|sys|kernel)(?:_|$)|(?:^|_)(?:user|usr)_cpu/;
export const UTILIZATION = /utili[sz]ation|auslastung|使用率|利用率|사용률/;
export const PERCENT = new RegExp(`%|percent|pct|prozent|${UTILIZATION.source}`);
/** Possible objects of a utilization whose name does not include one. */
export const MACHINE = /^(?:%|percent|pct|db|database|instance|server|system|machine|vm|host|node|usage)$/;

/** Means and extremes of an interval. */
const MEAN =
  'avg average mean median current ø durchschn\\p{L}* mittlere[rn]? moyen(?:ne)?s? promedio medi[aoe]s? médi[ao]s? gemiddeld\\p{L}* genomsnitt\\p{L}* średni\\p{L}* ortalama средн\\p{L}*';
const EXTREMES =
  'max maximum min minimum peak maximale[rn]? minimale[rn]? m[aá]xim[ao]s? m[ií]nim[ao]s? massim[aoie] minim[aoie] максим\\p{L}* миним\\p{L}*';
/** Statistics that leave a rate or a share what it is. */
export const STATISTIC = new RegExp(
  `(?<![^_])(?:${words(`${MEAN} ${EXTREMES} usage % percent pct`)})(?=_|$)|平均|평균`,
  'gu',
);
export const OTHER = new RegExp(
  `^[\\d._]+%$|duration|latenc(?:y|ies)|elapsed|bytes|memory|price|cost|version|(?:^|_)(?:${words(`
  ram mem swap disk storage capacity temp temperature celsius humidity speed occupancy (?:read|write)_(?:ops|operations) messages mhz ghz freq frequency iops lag depth numbackends
  credits? balance cores? millicores mcpu millicpu acu idle iowait waits? steal free available m_cpu cached? hit_?(?:rate|ratio) miss errors? failures? failed deadlocks? timeouts? retries
  p\\d{2,3} \\d{2}th \\d{2}% percentile load_?(?:avg|average)\\w* load_?(?:1|5|15)m? usage ${MEAN} ${EXTREMES}
  in_?flight in_?progress outstanding queued pending running waiting limit per_user concurren\\w* goroutines heap\\w* fds file_descriptors stock likes followers age uptime packets interrupts context_switches [kmg]?bps pps fps watts power blks blocks
  active online queue\\w* backlog network revenue score ratio share battery % pct percent open opened longest slowest oldest latest largest worst
  unique distinct forecast\\w* predict\\w* expected planned estimat\\w* projected rolling moving smoothed change delta diff difference growth vs
  today [ymw]td to_date so_far since sampled previous trend index rank weight quota budget charges? variance stddev std deviation length x\\d+ \\p{L}*_time slow throttled rejected dropped blocked aborted cancell?ed denied unsuccessful timed_out missed abandoned
  yesterday last_(?:hour|day|week|month|year) allowed goal (?:requests?|queries|calls)_target baseline anomal\\p{L}* upper lower sma ema ma\\d* behind left remaining ongoing on_hold killed buffer
  bad invalid malformed unauthori[sz]ed forbidden spam bots? retry retried amounts? usd eur keyspace redis gc io dns
  ctr conversions? bounces? click_?through
  travel\\w*time ping rtt ttfb bandwidth delay response_read
  offene[nr]? laufende[nr]? wartende[nr]? langsame[nr]? gleichzeitige[nr]? fehlgeschlagene[nr]? abgelehnte[nr]? abgebrochene[nr]?
  échec échou\\p{L}* lent[aoei]s? simult[aá]n\\p{L}* en_(?:attente|cours|curso) in_(?:attesa|corso) pendientes? pendentes? rechazad[ao]s? fallid[ao]s? fallit[eio] falhas?
  mislukte trage misslyckade nieudan\\p{L}* başarısız неудачн\\p{L}* ошибочн\\p{L}* медленн\\p{L}* активн\\p{L}*
  fehler\\w* dauer antwortzeit latenz speicher temperatur umsatz preis kosten
  dur[ée]es? latence mémoire erreurs? prix coût errores erreurs duración latencia memoria precio erros duração memória errori durata latenza
  fouten duur fel svarstid fejl feil virhe(?:et)? błęd(?:y|ów)? błędne czas_\\p{L}+ opóźnieni[ea] pamięć chyb[y]? hat[aı]\\p{L}* süre\\p{L}* gecikme bellek lỗi độ_trễ bộ_nhớ
  ошибк\\p{L}* ошибок задержк\\p{L}* длительность память помилк\\p{L}*
  status code port size seconds ms us ns mb gb kb tb mib gib kib bits`)})(?:_|$)`,
  'u',
);
/** As OTHER, in scripts without blanks between words. */
export const OTHER_UNSPACED =
  /平均|평균|最[大小]|慢|延[迟遲]|遅延|レイテンシ|[时時]间|時間(?!あたり|ごと)|耗时|时长|大小|サイズ|字[节節]|バイト|流量|错误|錯誤|エラー|失[败敗]|异常|超时|内存|メモリ|温度|价格|金[额額]|인원|오류|최[대소]|느린|실패|지연|시간(?!당)|메모리|바이트|크기/;
/** Means for each user, machine or page; not intervals. */
export const PER_THING =
  /(?:^|_)(?:per|pro|par|por|je|на|за)_(?!interval|row|bucket|period|slot|bin)|\/_?(?:user|session|conn|client|node|pod|host|instance|server|core|target|visit|page)/;
/** Responses of one class; only the successes represent the whole load. */
export const STATUS_CLASS = /(?:^|_)([1-5])xx(?:_|$)/;
/** Answers of one kind, by status or by a cache: the whole load only if no column has the others. */
export const OUTCOMES = [
  /(?:^|_)(?:[1-5]xx|success(?:es|ful)?|ok|errors?|fail(?:ed|ures?)?|unsuccessful)(?:_|$)/,
  /(?:^|_)(?:hits?|miss(?:es|ed)?)(?:_|$)/,
];
/** Objects as opposed to events; a word after one of them decides, as in `client_requests`. */
export const ENTITY =
  /(?:^|_)(?:replicas?|pods?|users?|nodes?|instances?|workers?|clients?|sessions?|conns?|connections?|threads?|backends|processes|servers?|hosts?)(?:_(?:count|total|num))?$/;
/** Last words of rows that begin something, and of rows that end it. */
export const BEGINS =
  /(?:^|[^a-z])(?:starts?|started|begins?|began|opened|entered|connected|connect|login)$/i;
export const ENDS =
  /(?:^|[^a-z])(?:ends?|ended|stopp?(?:ed)?|finish(?:ed)?|completed?|done|report|closed|left|disconnect(?:ed)?|logout)$/i;
/** Columns with lines of a log. */
export const LOG_LINE =
  /^(?:event_|log_|return_)?(?:message|msg|log|line|raw|content|body|text|payload)$|^text_payload$/;
/** Names that count up, as Prometheus and PostgreSQL write them. */
export const COUNTER =
  /\w_total(?![\p{L} ])|counter|cumul|running|xact_(?:commit|rollback)|^tup_|^blks_|pg_stat\w*_calls/iu;
/** An aggregate of counters, without a function of their increase. */
export const SUMMED_COUNTER = /^(?:sum|max|min|avg)\s*(?:by\s*\([^)]*\)\s*)?\(\s*\w+_total/;
/** Names that count up, or are sums of an interval. */
export const MAY_COUNT_UP = /(?:^|_)(?:total(?:_|$)|calls$|query_count$)|_sum$/;
/** A function of PromQL or Datadog whose result is per second, or the name of a recording rule for one. */
export const RATE_FUNCTION = /\bi?rate\s*\((?=.*\[)|\.as_rate\(\)|\bper_second\(|:i?rate\d+[smhd]$/;

/** `rate(…) * 60`: a rate whose unit of time is not certain. */
export const SCALED_FUNCTION = /\)\s*[*/]\s*\d|\d\s*\*\s*\w+\(/;
/** `rate(…) / rate(…)`, and functions that count series. */
export const OTHER_FUNCTION =
  /\)\s*[-*/]\s*\w+(?:\s*\(|\s+(?:by|without|on)\b)|\b(?:count|absent|changes|resets)\s*\(\s*\w*_total/;

export const SECOND =
  's|sec|secs|seconds?|sek|sekund\\p{L}*|segundos?|seg|secondo|seconde|saniye|sn|giây|с|сек\\p{L}*|秒';
export const MINUTE = 'm|min|mins|minutes?|minut\\p{L}*|dakika|dk|phút|мин\\p{L}*|分|分钟';
export const HOUR = 'h|hrs?|hours?|stunde|std|heure|hora|ora|uur|godzin\\p{L}*|saat|giờ|час|小时';
export const DAY = 'd|days?|tag|jour|d[ií]a|giorno|dag|dzień|gün|ngày|день|сутки|天|日';
export const WEEK = 'w|weeks?|woche|semaine|semana|settimana|неделю|周|週';
const MONTH = 'months?|monat|mois|mes|mese|месяц|月';
/** `per second`, `/s`, `[1/min]`. */
export const PER = new RegExp(
  `(?:/|(?<![^_])per|_(?:pro|par|por|al|a|je|pr|na|za|в|за|mỗi)_)_?(?:(${SECOND})|(${MINUTE})|(${HOUR})|(${DAY})|(${WEEK})|(${MONTH})|(\\d+)_?(s|sec|m|min|h))(?:_|\\)|$|\\])`,
  'u',
);
/** `每秒`: one word. */
export const PER_WORD =
  /(每秒|毎秒|초당|saniyede)|(每分钟?|毎分|분당|dakikada)|(每小时|毎時|시간당|saatte|(?<![^_])hourly)|(每天|毎日|일당|(?<![^_])daily)|((?<![^_])weekly)|((?<![^_])monthly)/u;
/** `rps`, `krps`, `qpm`: rates in one word. */
export const SHORT_RATE = /(?:^|_)(k|m)?[rqth]p(s|m|h)$/;
export const UNCLEAR_RATE = /(?:^|_)(?:k?[rqth]p[smh]|rate(?:_?\d+[smhd])?|throughput|durchsatz)(?:_|$)/;
/** The largest or smallest rate of an interval does not determine its number of queries. */
export const EXTREME = new RegExp(`(?:^|_)(?:${words(EXTREMES)})(?:_|$)`, 'u');
/** The sum of a rate: of several machines at a time, or of the seconds of an interval. */
export const SUM = /(?:^|_)sum(?:_|$)/;
/** Columns next to `tps` that show that it counts transfers of a disk. */
export const DISK =
  /^(?:dev|device|disk|disk_device)$|(?:^|_)(?:k|m)?b(?:_?(?:read|wrtn|dscd))?\/s$|^(?:rd|wr)_?sec|^[rwd]?[km]b\/s$|^b(?:read|wrtn)\/s$/;
/** `kreq/s`, `requests (k)`, `calls in millions`. */
export const THOUSANDS =
  /(?:^|_)(?:k(?:req|requests|queries|q)?|thousands?|tausend|tsd|milliers|miles|milhares|migliaia|duizend|tys|тыс|1000s|000s?)(?:_|\/|$)/u;
export const MILLIONS = /(?:^|_)(?:M(?:req|requests|queries|q)?|mio|millions?|millionen|млн)(?:_|\/|$)/u;
