import { scaled } from '../kernel/distribution-scale.js';
import type { ProcessSpecification } from './load-specification.js';
import { rateOfTenant } from './rate/scaled-rate.js';
import { isTimed } from './scaled-load.js';

/** How the arrivals of a tenant differ from those of a tenant with a factor of 1. */
export interface TenantArrivals {
  /** Multiplies every rate: finite, 0 or more; 0 means that the tenant never sends queries. */
  readonly rate_factor: number;
  /** How far the tenant's clock is ahead of UTC. */
  readonly ahead_seconds: number;
  /**
   * In [0, 1): phase of the first of evenly spaced arrivals within its period, so that tenants are not synchronized.
   */
  readonly phase: number;
}

/**
 * The arrivals of one tenant, from the process of a tenant with a factor of 1: rates are multiplied,
 * gaps and thinking times divided by the factor. Scheduled jobs run equally often for every tenant, cron jobs by the
 * tenant's clock.
 * @throws RangeError for recorded arrivals, which cannot be multiplied
 */
export function processOfTenant(process: ProcessSpecification, tenant: TenantArrivals): ProcessSpecification {
  const { rate_factor: factor, ahead_seconds, phase } = tenant;
  if (factor === 0) return { kind: 'none' };
  switch (process.kind) {
    case 'poisson':
      return { kind: 'poisson', rate: rateOfTenant(process.rate, factor, ahead_seconds) };
    case 'regular': {
      const rate = rateOfTenant(process.rate, isTimed(process) ? 1 : factor, ahead_seconds);
      const first = rate.kind === 'constant' && rate.per_second > 0 ? phase / rate.per_second : 0;
      return { ...process, rate, offset_seconds: process.offset_seconds + first };
    }
    case 'renewal':
      return { kind: 'renewal', gap: scaled(process.gap, 1 / factor) };
    case 'cron':
      return { ...process, start_epoch_seconds: process.start_epoch_seconds + ahead_seconds };
    case 'closed':
      return { ...process, think_seconds: scaled(process.think_seconds, 1 / factor) };
    case 'none':
      return process;
    case 'counts':
    case 'arrivals':
      throw new RangeError('recorded arrivals belong to one tenant and cannot be multiplied');
  }
}
