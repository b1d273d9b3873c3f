import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { parse } from 'yaml';

/**
 * Tables with a known correct reading. Column names are those of real exports (Grafana, Datadog, New Relic, CloudWatch,
 * Kaggle, spreadsheets), mixed with words that the reader does not know.
 */
/** A table with a known correct reading. */
export interface KnownTable {
  readonly file: string;
  readonly text: string;
  readonly kind: 'counts' | 'level' | 'arrivals';
  /** Number of queries, or the mean of a level. */
  readonly total: number;
  readonly from: number | undefined;
  readonly duration_seconds: number;
  /** Whether its numbers are not a load, or of an unknown kind, so that the command must ask. */
  readonly must_ask: boolean;
  /** Its notation, for a report. */
  readonly about: string;
}

const two = (n: number) => String(n).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FRENCH = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface Parts {
  readonly y: number;
  readonly mo: number;
  readonly d: number;
  readonly h: number;
  readonly mi: number;
  readonly s: number;
  readonly w: number;
}
const parts = (unix: number): Parts => {
  const t = new Date(unix * 1000);
  return {
    y: t.getUTCFullYear(),
    mo: t.getUTCMonth() + 1,
    d: t.getUTCDate(),
    h: t.getUTCHours(),
    mi: t.getUTCMinutes(),
    s: t.getUTCSeconds(),
    w: t.getUTCDay(),
  };
};
const clock = ({ h, mi, s }: Parts) => `${two(h)}:${two(mi)}:${two(s)}`;
const half = ({ h, mi, s }: Parts) =>
  `${h % 12 === 0 ? 12 : h % 12}:${two(mi)}:${two(s)} ${h < 12 ? 'AM' : 'PM'}`;
const date = ({ y, mo, d }: Parts) => `${y}-${two(mo)}-${two(d)}`;
const hours = (offset: number) => `${offset < 0 ? '-' : '+'}${two(Math.abs(offset))}`;

/** The notation of a time; `zoned` notations show the zone, so that the offset of the writer does not matter. */
const TIMES: Readonly<
  Record<
    string,
    {
      readonly write: (local: Parts, offset: number, unix: number, interval: number) => string;
      readonly zoned?: true;
      readonly two_columns?: true;
    }
  >
> = {
  'ISO with Z': {
    write: (_, __, unix) => `${new Date(unix * 1000).toISOString().slice(0, 19)}Z`,
    zoned: true,
  },
  'ISO with offset': { write: (p, o) => `${date(p)}T${clock(p)}${hours(o)}:00`, zoned: true },
  'ISO with a blank': { write: (p) => `${date(p)} ${clock(p)}` },
  'ISO with milliseconds': { write: (p, o) => `${date(p)} ${clock(p)}.000${hours(o)}`, zoned: true },
  'year first with slashes': { write: (p) => `${p.y}/${two(p.mo)}/${two(p.d)} ${clock(p)}` },
  US: { write: (p) => `${p.mo}/${p.d}/${p.y} ${half(p)}` },
  'US, 24 h': { write: (p) => `${two(p.mo)}/${two(p.d)}/${p.y} ${clock(p)}` },
  British: { write: (p) => `${two(p.d)}/${two(p.mo)}/${p.y} ${clock(p)}` },
  German: { write: (p) => `${two(p.d)}.${two(p.mo)}.${p.y} ${clock(p)}` },
  'dashes, day first': { write: (p) => `${two(p.d)}-${two(p.mo)}-${p.y} ${clock(p)}` },
  'month name': { write: (p) => `${two(p.d)}-${MONTHS[p.mo - 1]}-${p.y} ${clock(p)}` },
  'RFC 2822': {
    write: (p, o) => `${DAYS[p.w]}, ${two(p.d)} ${MONTHS[p.mo - 1]} ${p.y} ${clock(p)} ${hours(o)}00`,
    zoned: true,
  },
  ctime: { write: (p) => `${DAYS[p.w]} ${MONTHS[p.mo - 1]} ${two(p.d)} ${clock(p)} ${p.y}` },
  JavaScript: {
    write: (p, o) =>
      `${DAYS[p.w]} ${MONTHS[p.mo - 1]} ${two(p.d)} ${p.y} ${clock(p)} GMT${hours(o)}00 (Somewhere)`,
    zoned: true,
  },
  Go: { write: (p, o) => `${date(p)} ${clock(p)} ${hours(o)}00 UTC`, zoned: true },
  'ISO interval': {
    write: (_, __, unix, interval) => `${new Date(unix * 1000).toISOString()}/PT${interval}S`,
    zoned: true,
  },
  'ISO bounds': {
    write: (_, __, unix, interval) =>
      [unix, unix + interval].map((at) => new Date(at * 1000).toISOString()).join('/'),
    zoned: true,
  },
  'French month': { write: (p) => `${p.d} ${FRENCH[p.mo - 1]} ${p.y} ${clock(p)}` },
  'Unix seconds': { write: (_, __, unix) => String(unix), zoned: true },
  'Unix milliseconds': { write: (_, __, unix) => String(unix * 1000), zoned: true },
  'two columns': { write: (p) => `${date(p)}\t${clock(p)}`, two_columns: true },
  'two columns, German': { write: (p) => `${two(p.d)}.${two(p.mo)}.${p.y}\t${clock(p)}`, two_columns: true },
};

const quoted = (text: string, separator: string) =>
  text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
const group = (n: number, mark: string) => String(n).replace(/\B(?=(\d{3})+$)/g, mark);
const NUMBERS: Readonly<Record<string, (n: number) => string>> = {
  plain: String,
  'commas between thousands': (n) => group(n, ','),
  'dots between thousands': (n) => group(n, '.'),
  'blanks between thousands': (n) => group(n, ' '),
  'a decimal comma': (n) => `${n},0`,
  'a decimal dot': (n) => `${n}.0`,
};

const { values: VALUES, traps: TRAPS } = parse(
  readFileSync(new URL('names.yaml', import.meta.url), 'utf8'),
) as {
  readonly values: readonly (readonly [name: string, file: string, per: number, factor: number])[];
  readonly traps: readonly string[];
};
const isTrap = (name: string) => TRAPS.includes(name);

const OTHERS: Readonly<Record<string, (i: number) => string>> = {
  hostname: () => 'web-1',
  p99_ms: (i) => String(20 + ((i * 7) % 13)),
  'bytes out': (i) => String(1000 + ((i * 997) % 4099)),
  Comment: (i) => (i % 2 === 0 ? 'ok' : 'late, a bit'),
  '50%': (i) => String(3 + (i % 3)),
  HTTPCode_Target_5XX_errors: (i) => String(i % 2),
  'Last value': (i) => `PT${i}.5S`,
  avg_duration: (i) => `${(i % 5) + 0.25}`,
};

const arbitrary = fc.record({
  counts: fc.array(fc.oneof({ arbitrary: fc.nat(40), weight: 3 }, { arbitrary: fc.nat(9000), weight: 2 }), {
    minLength: 6,
    maxLength: 30,
  }),
  start_day: fc.integer({ min: 0, max: 700 }),
  start_minutes: fc.constantFrom(0, 0, 60, 600, 1380),
  interval: fc.constantFrom(60, 300, 900, 3600, 86_400),
  missing: fc.array(fc.nat(29), { maxLength: 2 }),
  dropped: fc.array(fc.nat(29), { maxLength: 2 }),
  hole: fc.constantFrom('', 'null', 'NaN', 'NA', '-', 'No data', '#N/A'),
  time: fc.constantFrom(...Object.keys(TIMES)),
  offset: fc.constantFrom(0, 0, 1, -8, 5),
  numbers: fc.constantFrom(...Object.keys(NUMBERS), 'plain', 'plain', 'plain'),
  value: fc.oneof(
    { arbitrary: fc.constantFrom(...VALUES), weight: 4 },
    { arbitrary: fc.constantFrom(...TRAPS).map((name) => [name, 'export', 0, 1] as const), weight: 1 },
  ),
  level: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  arrivals: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  time_name: fc.constantFrom(
    'Time',
    'Timestamp (UTC)',
    'Datum/Zeit',
    '时间',
    'ts',
    'Horodatage',
    'czas',
    'x',
    'Date',
    'collected at',
  ),
  separator: fc.constantFrom(',', ',', ';', '\t', '|'),
  others: fc.uniqueArray(fc.constantFrom(...Object.keys(OTHERS)), { maxLength: 2 }),
  order: fc.nat(23),
  above: fc.constantFrom(
    '',
    '',
    '',
    '# exported by a monitor\n',
    'Shop dashboard\n\n',
    'Label,Traffic\nFull label,Traffic\n',
    'sep',
  ),
  end: fc.constantFrom('\n', '\n', '\r\n'),
  bom: fc.boolean(),
  empty_rows: fc.constantFrom(0, 0, 2),
  layout: fc.constantFrom('rows', 'rows', 'rows', 'rows', 'counter', 'parts', 'parts and total', 'ends'),
  reversed: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});

/** Running totals of a counter; the first row is the initial value. */
function counterTable(
  counts: readonly number[],
  begin: number,
  interval: number,
  separator: string,
): KnownTable {
  let sum = 5000;
  const rows = [sum, ...counts.map((count) => (sum += count))].map(
    (total, i) => `${new Date((begin + i * interval) * 1000).toISOString()}${separator}${total}`,
  );
  return {
    file: 'export.csv',
    text: `time${separator}pg_stat_database_xact_commit\n${rows.join('\n')}\n`,
    kind: 'counts',
    total: sum - 5000,
    from: begin,
    duration_seconds: counts.length * interval,
    must_ask: false,
    about: 'counter',
  };
}

/** Two parts of each count in consecutive rows, and their total if requested. */
function partsTable(
  counts: readonly number[],
  begin: number,
  interval: number,
  separator: string,
  name: string,
  with_total: boolean,
): KnownTable {
  const rows = counts.flatMap((count, i) => {
    const time = new Date((begin + i * interval) * 1000).toISOString();
    const first = Math.floor(count / 3);
    return [['/a', first], ['/b', count - first], ...(with_total ? [['Aggregated', count]] : [])].map(
      ([part, value]) => [time, part, value].join(separator),
    );
  });
  return {
    file: 'export.csv',
    text: `time${separator}path${separator}${quoted(name, separator)}\n${rows.join('\n')}\n`,
    kind: 'counts',
    total: counts.reduce((x, y) => x + y, 0),
    from: begin,
    duration_seconds: counts.length * interval,
    must_ask: isTrap(name),
    about: with_total ? 'parts and their total' : 'parts',
  };
}

/** Tables as users have them, each with its correct reading. */
export const knownTable: fc.Arbitrary<KnownTable> = arbitrary.map((a): KnownTable => {
  const { write, zoned, two_columns } = TIMES[a.time]!;
  const offset = zoned === true ? a.offset : 0;
  const begin = Date.UTC(2025, 0, 1) / 1000 + a.start_day * 86_400 + a.start_minutes * 60;
  // The first two rows stay, because they show the width of an interval.
  const [value_name, file, per, factor] = a.value;
  const kind = a.arrivals ? 'arrivals' : a.level ? 'level' : 'counts';
  // Only plain counts of an interval come as counters or in parts.
  const layout =
    kind === 'counts' && per === 0 && factor === 1 && a.numbers === 'plain'
      ? a.layout
      : kind === 'counts' && a.layout === 'ends'
        ? 'ends'
        : 'rows';
  if (layout === 'counter') return counterTable(a.counts, begin, a.interval, a.separator);
  if (layout.startsWith('parts'))
    return partsTable(a.counts, begin, a.interval, a.separator, value_name, layout === 'parts and total');
  const keeps = (list: readonly number[], i: number) => i < 2 || !list.includes(i);
  const rows = a.counts.flatMap((count, i) =>
    keeps(a.dropped, i)
      ? [
          {
            i,
            unix: begin + i * a.interval,
            value: kind === 'level' ? 17 + (count % 83) : count,
            has: kind === 'arrivals' || keeps(a.missing, i),
          },
        ]
      : [],
  );
  const cell = (value: number) => NUMBERS[kind === 'level' ? 'plain' : a.numbers]!(value);
  const others = a.others.filter((name) => kind !== 'arrivals' || name === 'hostname' || name === 'Comment');
  const quote = (text: string) => quoted(text, a.separator);
  const names: readonly string[] = [
    ...(two_columns === true ? ['date', 'time'] : [layout === 'ends' ? 'period end' : a.time_name]),
    ...(kind === 'arrivals' ? [] : [kind === 'level' ? 'avg CPU Util (%)' : value_name]),
    ...others,
  ];
  // A permutation of the columns; the date and the time of day may be in separate columns.
  const order = [...names.keys()];
  for (let left = order.length, code = a.order; left > 1; code = Math.floor(code / left), left--)
    order.push(...order.splice(code % left, 1));
  const line = (cells: readonly string[]) => order.map((at) => quote(cells[at]!)).join(a.separator);
  const body = rows.map(({ i, unix, value, has }) => {
    const at = layout === 'ends' && two_columns !== true ? unix + a.interval : unix;
    const written = write(parts(at + offset * 3600), offset, at, a.interval);
    return line([
      ...(two_columns === true ? written.split('\t') : [written]),
      ...(kind === 'arrivals' ? [] : [has ? cell(value) : a.hole]),
      ...others.map((name) => OTHERS[name]!(i)),
    ]);
  });
  if (a.reversed) body.reverse();
  for (let i = 0; i < a.empty_rows; i++) body.push(a.separator.repeat(names.length - 1));
  const above = a.above === 'sep' ? `sep=${a.separator}\n` : a.above;
  const text = `${a.bom ? '\uFEFF' : ''}${above}${[line(names), ...body].join('\n')}\n`.replaceAll(
    '\n',
    a.end,
  );
  const valued = rows.filter(({ has }) => has);
  const sum = valued.reduce((total, { value }) => total + value, 0);
  const [first, last] = [valued[0]!.unix, valued.at(-1)!.unix];
  const total =
    kind === 'arrivals'
      ? rows.length
      : kind === 'level'
        ? sum / valued.length
        : (sum * factor * (per === 0 ? 1 : a.interval)) / (per === 0 ? 1 : per);
  return {
    file: `${kind === 'counts' ? file : 'export'}.csv`,
    text,
    kind,
    total,
    from: first,
    duration_seconds: last - first + (kind === 'arrivals' ? 0 : a.interval),
    must_ask: kind === 'counts' && isTrap(value_name),
    about: `${kind}; ${a.time}; ${kind === 'counts' ? `${value_name}; ${a.numbers}` : ''}; ${JSON.stringify(a.separator)}${above === '' ? '' : '; lines above'}${others.length > 0 ? `; next to ${others.join(', ')}` : ''}`,
  };
});
