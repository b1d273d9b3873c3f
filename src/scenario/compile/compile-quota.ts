import type { QuotaForm } from '../schema/quota-schema.js';
import type { QuotaSpecification } from '../specification/quota-specification.js';

/** The quota of a scenario; as in the API 0 is no limit. */
export function compileQuota(form: QuotaForm | undefined): QuotaSpecification {
  const limited = Object.entries(form ?? {}).filter(([, limit]) => limit !== undefined && limit > 0);
  return Object.fromEntries(limited) as QuotaSpecification;
}
