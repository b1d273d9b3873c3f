type Fields = ReadonlyMap<string, string>;

/** A row of `rrdtool fetch`: the end of an interval, and a value of each data source. */
const FETCHED = /^(\d{9,10}):((?: +(?:-?nan|[-+]?[\d.,]+(?:e[-+]?\d+)?))+)\s*$/i;

/** RRDtool stamps the end of an interval, and keeps counters as rates. */
const END = 'end';
const rateOf = (name: string) => `${name} rate`;

/** Whether these lines are the output of `rrdtool fetch`: https://oss.oetiker.ch/rrdtool/doc/rrdfetch.en.html. */
export function isFetched(lines: readonly string[]): boolean {
  return lines.slice(0, 4).some((line) => FETCHED.test(line)) && /^ +\S/.test(lines[0] ?? '');
}

export function fetchedRecords([header = '', ...lines]: readonly string[]): readonly Fields[] {
  const names = header.trim().split(/\s+/);
  return lines.flatMap((line) => {
    const [, time = '', values = ''] = FETCHED.exec(line) ?? [];
    return time === '' ? [] : [recordOf(time, names, values.trim().split(/ +/))];
  });
}

/**
 * Rows of `rrdtool xport --json`, whose times are left to its first one and its step:
 * https://oss.oetiker.ch/rrdtool/doc/rrdxport.en.html. `undefined` for another object.
 */
export function xportedRecords(meta: unknown, data: unknown): readonly Fields[] | undefined {
  const { start, step, legend } = (meta ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof start !== 'number' || typeof step !== 'number' || !Array.isArray(legend) || !Array.isArray(data))
    return undefined;
  const names = legend.map(String);
  return (data as readonly (readonly unknown[])[]).map((values, i) =>
    recordOf(
      String(start + i * step),
      names,
      values.map((value) => String(value ?? '')),
    ),
  );
}

function recordOf(time: string, names: readonly string[], values: readonly string[]): Fields {
  return new Map([
    [END, time],
    ...names.map((name, i) => [rateOf(name), (values[i] ?? '').replace(/^-?nan$/i, '')] as const),
  ]);
}
