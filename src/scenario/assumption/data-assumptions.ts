import type { LoadSpecification } from '../../workload/load-specification.js';
import { BRANCH_WRITTEN, type DataAllowed, type DataDefault, dataDefaults } from '../compile/compile-data.js';
import { isMapping } from '../form/choice.js';
import type { DataForm } from '../schema/data-schema.js';
import type { ScenarioAssumption } from '../specification/assumption.js';
import { assumed, chosen } from '../specification/assumption.js';

/**
 * What an invoice takes a project's data to be.
 * @param written the section as written
 */
export function dataAssumptions(
  form: DataForm | undefined,
  load: readonly LoadSpecification[],
  allowed: DataAllowed,
  written: unknown,
): readonly ScenarioAssumption[] {
  const own = isMapping(written) ? written : {};
  const defaults: Readonly<Record<string, DataDefault>> = dataDefaults(form, load, allowed);
  const hasSubscribers = load.some(({ connection }) => connection.kind === 'replication');
  const keys = Object.entries(defaults).filter(([key]) => key !== 'replicated_share' || hasSubscribers);
  const figures = keys.map(([key, fallback]) =>
    own[key] === undefined
      ? assumed(`data.${key}`, fallback.default, fallback)
      : chosen(`data.${key}`, own[key]),
  );
  const others = ['snapshots', 'branches']
    .filter((key) => own[key] !== undefined)
    .map((key) => chosen(`data.${key}`, own[key]));
  const guessed =
    form?.branches !== undefined && form.branches.written === undefined
      ? [assumed('data.branches.written', BRANCH_WRITTEN.default, BRANCH_WRITTEN)]
      : [];
  return [...figures, ...others, ...guessed];
}
