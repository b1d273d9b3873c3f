import { Column, numbersOf } from './column.js';

const BUSY =
  /^(?:(?:avg_)?cpu_)?%?_?(?:busy_)?(?:us|usr|user|sy|sys|system|ni|nice|irqs?|soft|softirq|hi|hiq|siq|guest|gnice)$|^busy_other$/;
const WAITING = /^(?:(?:avg_)?cpu_)?%?_?(?:busy_)?(?:wa|wai|iowait|st|stl|steal)$/;
const IDLE = /^(?:(?:avg_)?cpu_)?%?_?(?:id|idl|idle)$/;
/** `CPU` is the number of a processor next to its states. */
const NUMBER = /^cpu$/;
/** Shares are rounded. */
const [MIN_SUM, MAX_SUM] = [97, 103];
const MIN_ROW_SHARE = 0.95;

/** The busy share of a machine, out of columns with its states. */
export interface CpuStates {
  readonly busy: Column;
  /** Columns that are not separate loads. */
  readonly parts: ReadonlySet<Column>;
}

/** The CPU states that vmstat, sar and similar tools divide 100 % into; `undefined` if they do not add up to it. */
export function cpuStates(columns: readonly Column[]): CpuStates | undefined {
  const named = (pattern: RegExp) =>
    columns.filter((column) => column.is_numeric && pattern.test(column.plain_name));
  const busy = named(BUSY);
  const rest = [...named(WAITING), ...named(IDLE)];
  if (busy.length === 0 || named(IDLE).length !== 1) return undefined;
  const sums = sumOfColumns(busy);
  const others = sumOfColumns(rest);
  const whole = sums.filter((sum, row) => sum + others[row]! > MIN_SUM && sum + others[row]! < MAX_SUM);
  if (whole.length < MIN_ROW_SHARE * sums.length) return undefined;
  const column = new Column('busy CPU %', columns.length);
  for (const [row, sum] of sums.entries()) column.push(String(Math.min(100, Number(sum.toFixed(3)))), row);
  return { busy: column, parts: new Set([...busy, ...rest, ...named(NUMBER)]) };
}

function sumOfColumns(columns: readonly Column[]): Float64Array {
  const all = columns.map(numbersOf);
  return all[0]!.map((_, row) => all.reduce((sum, values) => sum + values[row]!, 0));
}
