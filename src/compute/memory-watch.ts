import { VM_MONITOR } from './vm-monitor.js';

/**
 * After how many samples the mean of the monitor's last five reaches the threshold, from which on it asks for more,
 * when memory that cannot be reclaimed, level for half a second or more, steps from one amount to another: 1 to 5;
 * `undefined` when it never does. With it the fast path needs one event for each step in memory use instead of ten
 * samples a second.
 */
export function samplesUntilRequest(
  before_bytes: number,
  after_bytes: number,
  threshold_bytes: number,
): number | undefined {
  for (let taken = 1; taken <= VM_MONITOR.samples; taken++) {
    const sum = taken * after_bytes + (VM_MONITOR.samples - taken) * before_bytes;
    if (Math.floor(sum / VM_MONITOR.samples) >= threshold_bytes) return taken;
  }
  return undefined;
}
