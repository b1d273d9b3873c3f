import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from '../../scenario/scenario.js';
import { loadLabel } from '../../workload/tenants.js';

/**
 * The differences between two scenarios other than settings, in words: with any, their figures differ for more than
 * one reason. Common random numbers need loads of the same names and computes of the same names.
 */
export function loadDifferences(base: Scenario, other: Scenario): readonly string[] {
  const found: string[] = [];
  if (base.duration_seconds !== other.duration_seconds) found.push('they last for different times');
  if (base.start_epoch_seconds !== other.start_epoch_seconds) found.push('they start at different times');
  const loads = new Map(other.load.map((load) => [load.name, load]));
  const names = new Set(base.load.map(({ name }) => name));
  const changed = base.load
    .filter(({ name }) => loads.has(name))
    .filter((load) => {
      // The computes and connections of a load are settings; its arrivals and demands are the load.
      const { process, query } = loads.get(load.name)!;
      return !isDeepStrictEqual([load.process, load.query], [process, query]);
    });
  if (changed.length > 0)
    found.push(`the load differs (${listed(changed.map((load) => loadLabel(base, load)))})`);
  const alone = [
    ...base.load.filter(({ name }) => !loads.has(name)).map((load) => loadLabel(base, load)),
    ...other.load.filter(({ name }) => !names.has(name)).map((load) => loadLabel(other, load)),
  ];
  if (alone.length > 0) {
    found.push(`only one of them has the load ${listed(alone)}`);
  }
  return found;
}

/** The first few by name, and how many there are beyond: a fleet has thousands. */
function listed(loads: readonly string[]): string {
  const first = loads.slice(0, 5).join(', ');
  return loads.length > 5 ? `${first} and ${loads.length - 5} more` : first;
}
