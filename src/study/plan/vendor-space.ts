import { refusal } from '../../scenario/document/diagnostic.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import type { Scenario } from '../../scenario/scenario.js';
import { readSuspendTimeout } from '../../scenario/sections/compute-settings.js';
import { scalableSizes } from '../../scenario/vendor/vendor-settings.js';
import { vendorTimeoutProblem } from '../../scenario/vendor/vendor-words.js';
import { type Vendor, vendorOf } from '../../vendors/vendor-file.js';
import { isSizePath, isTimeoutPath } from '../compare/setting-change.js';
import type { SettingDimension } from '../compare/setting-dimension.js';
import type { SweepAxis } from '../compare/sweep-axis.js';

/**
 * The usual values of a dimension on another vendor's platform: its own sizes, and timeouts within its limits.
 * @param sizes_cu and timeouts: those tried on Neon
 * @returns `undefined` for a dimension that is the same on every platform
 */
export function vendorAxes(
  { sizes, unit, pause }: Vendor,
  dimension: SettingDimension,
  tried: { readonly sizes_cu: readonly number[]; readonly timeouts_seconds: readonly number[] },
): readonly SweepAxis[] | undefined {
  switch (dimension) {
    case 'min':
    case 'max': {
      if (sizes !== undefined) {
        return dimension === 'min' ? [] : [{ path: 'vendor.size', values: sizes.map(({ name }) => name) }];
      }
      return [{ path: dimension, values: scalableSizes(unit!, tried.sizes_cu).map(String) }];
    }
    case 'timeout': {
      if (pause === undefined) return [];
      const { min, max } = pause.timeout_s;
      const values = new Set([...tried.timeouts_seconds, pause.timeout_s.default]);
      const allowed = [...values].filter((seconds) => seconds >= min && seconds <= max);
      return [{ path: dimension, values: [...allowed.map(formatDuration), 'never'] }];
    }
    case 'policy':
    case 'size_policy':
    case 'suspend_policy':
      return [];
    default:
      return undefined;
  }
}

/**
 * Refuses an axis without effect on another vendor's platform.
 * @param isSized whether the size was chosen before the settings vary
 * @throws ScenarioError
 */
export function refuseWithoutEffect(scenario: Scenario, { path, values }: SweepAxis, isSized: boolean): void {
  const vendor = vendorOf(scenario.vendor?.name);
  if (vendor === undefined) return;
  const { name, sizes, pause } = vendor;
  const option = `--vary ${path}`;
  if (/polic/.test(path)) throw refusal(option, `${name} sizes and suspends by its own rules; leave it out`);
  if (isSized && sizes !== undefined && isSizePath(path)) {
    const names = sizes.map((size) => size.name).join(',');
    throw refusal(option, `${name} has fixed sizes; expected --vary vendor.size=${names}`);
  }
  if (!isTimeoutPath(path)) return;
  if (pause === undefined) throw refusal(option, `${name} never pauses; leave it out`);
  for (const value of values) {
    const problem = vendorTimeoutProblem(vendor, readSuspendTimeout(value));
    if (problem !== undefined) throw refusal(`${option}=${value}`, problem);
  }
}
