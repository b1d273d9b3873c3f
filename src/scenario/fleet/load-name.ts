import type { FleetSpecification } from '../specification/compute-specification.js';

/**
 * What a load of a compiled scenario is called in its file: a load on a fleet stands there once, and each tenant's is
 * called `load@compute`.
 */
export function loadNameOf({ fleet }: { readonly fleet?: FleetSpecification }, name: string): string {
  if (fleet === undefined) return name;
  const at = name.lastIndexOf('@');
  return at >= 0 && name.startsWith(`${fleet.name}-`, at + 1) ? name.slice(0, at) : name;
}
