import { Refusal } from '../../workload/trace/reading/question.js';
import type { Reading } from '../../workload/trace/reading/reading.js';
import type { ImportOptions } from './import-options.js';
import { type Finding, found, type Imported, webImport } from './imported.js';

/** The import of a table: one reading, or one for each tenant of a fleet. @throws Refusal for options of other files */
export function tableImport(readings: readonly Reading[], { vcpu }: Pick<ImportOptions, 'vcpu'>): Imported {
  if (vcpu !== undefined && readings[0]!.kind !== 'level')
    throw new Refusal('--vcpu applies to a level such as CPU %', 'add --kind level if it is one');
  const findings = readings.length === 1 ? [tableFinding(readings[0]!)] : [fleetFinding(readings)];
  const warnings = [...new Set(readings.flatMap(({ notes }) => notes))];
  return webImport({ kind: 'recorded', readings, vcpu }, findings, { vcpu, warnings });
}

function tableFinding({ kind, total, times, how, interval_seconds }: Reading): Finding {
  const amount = Number(total.toPrecision(12));
  const column = how.value === undefined ? `column "${how.time}"` : `column "${how.value}"`;
  const what =
    kind === 'level'
      ? `busy CPU, ${Number(total.toPrecision(4))} % on average`
      : `${amount} queries${kind === 'counts' ? ` in ${times.length} intervals of ${interval_seconds} s` : ''}`;
  const how_read =
    how.counter === true
      ? `differences of ${column}`
      : how.per === 'interval' || how.per === undefined
        ? column
        : `${column}, a rate per ${how.per}`;
  return found(kind === 'level' ? 'measured' : 'counted', what, how_read);
}

function fleetFinding(readings: readonly Reading[]): Finding {
  const names = readings.map(({ name }) => name).join(', ');
  return found('counted', `${readings.length} tenants`, `a column each: ${names.slice(0, 300)}`);
}
