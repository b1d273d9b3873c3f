import { SHORT_NAMES } from '../../scenario/document/short-names.js';
import { readSuspendTimeout } from '../../scenario/sections/compute-settings.js';
import type { Candidate } from '../figures/candidate.js';
import { duration } from '../figures/figure-text.js';
import { capitalised } from '../text/verdict.js';

/** A setting as people call it. */
export interface SettingName {
  /** Short, for a sentence: `min`. */
  readonly word: string;
  /** For a heading: `Smallest size`. */
  readonly label: string;
}

/** The settings that plans, sweeps and variants change by a name, by the key of the scenario file. */
const SETTINGS: Readonly<Record<string, SettingName>> = {
  autoscaling_limit_min_cu: { word: 'min', label: 'Smallest size, CU' },
  autoscaling_limit_max_cu: { word: 'max', label: 'Largest size, CU' },
  suspend_timeout_seconds: { word: 'timeout', label: 'Suspend timeout' },
  pooling: { word: 'pooling', label: 'Pooling' },
  replicas: { word: 'replicas', label: 'Read replicas' },
  size_policy: { word: 'size policy', label: 'Size policy' },
  suspend_policy: { word: 'suspend policy', label: 'Suspend policy' },
};

/** The readable name of a setting; an unknown path is named by its last part. */
export function settingName(path: string): SettingName {
  const last = path.slice(path.lastIndexOf('.') + 1);
  const word = last.replaceAll('_', ' ');
  return SETTINGS[SHORT_NAMES[last] ?? last] ?? { word, label: capitalised(word) };
}

/** One setting in words, `timeout 1 min`; with the compute's name where the path has one: `primary min 0.5`. */
export function settingWords(path: string, value: string): string {
  const owner = path.slice(0, Math.max(0, path.lastIndexOf('.'))).replace(/^(computes|load)\./, '');
  return `${owner === '' ? '' : `${owner} `}${settingName(path).word} ${valueWords(path, value)}`;
}

/** Settings in words: `min 0.5, max 0.5, timeout 1 min`. */
export function settingsWords(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([path, value]) => settingWords(path, value))
    .join(', ');
}

/** The settings of a candidate in words, or its name if it has none. */
export function namedSettings({ settings, name }: Pick<Candidate, 'settings' | 'name'>): string {
  return settingsWords(settings) || name;
}

/** The value of a setting as a user writes it: `1 min`. */
export function valueWords(path: string, value: string): string {
  if (settingName(path) !== SETTINGS['suspend_timeout_seconds']) return value;
  const timeout = readSuspendTimeout(value);
  if (timeout === undefined) return value;
  return timeout === Number.POSITIVE_INFINITY ? 'never' : durationWords(timeout);
}

/** A whole number of the largest unit that there is: `1 min`, not `60 s`. */
function durationWords(seconds: number): string {
  if (seconds > 0 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds > 0 && seconds % 60 === 0 ? `${seconds / 60} min` : duration(seconds);
}
