import { percent } from '../figures/figure-text.js';

/** What ± means. */
export function spreadRemark(confidence: number, replications: number): string {
  if (replications === 1) return 'a single replication gives no interval';
  return `± is half of the ${percent(confidence)} interval of the mean, over ${replications} replications`;
}

/** The same where several settings ran under the same load. */
export function pairedRemark(confidence: number, replications: number): string {
  return `${spreadRemark(confidence, replications)}; all settings ran with the same arrivals and demands, except where one changes them`;
}
