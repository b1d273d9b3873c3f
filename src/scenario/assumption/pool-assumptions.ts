import type { PoolDefault, PoolSettings } from '../../workload/pool-preset.js';
import { compilePool, type PoolForm, presetOf } from '../compile/compile-connection.js';
import { quoted } from '../document/scenario-document.js';
import { formatDuration } from '../form/quantity.js';
import type { LoadForm } from '../schema/load-schema.js';
import type { ScenarioAssumption } from '../specification/assumption.js';
import { assumed } from './assumption.js';

/** Where a scenario writes each setting of a preset: under `connection`, but for the connect timeout. */
const WRITTEN_AS = {
  size: 'connection.size',
  min_idle: 'connection.min_idle',
  idle_timeout_seconds: 'connection.idle_timeout',
  max_lifetime_seconds: 'connection.max_lifetime',
  acquire_timeout_seconds: 'connection.acquire_timeout',
  connect_timeout_seconds: 'retry.connect_timeout',
  stale: 'connection.stale',
} as const satisfies Readonly<Record<keyof PoolSettings, string>>;

/** What the preset of a load's pool decides, as far as the scenario does not say it itself. */
export function poolAssumptions(load: LoadForm): readonly ScenarioAssumption[] {
  const { connection } = load;
  const preset = connection.kind === 'pool' ? presetOf(connection) : undefined;
  if (connection.kind !== 'pool' || preset === undefined) return [];
  const settings = Object.keys(WRITTEN_AS) as (keyof PoolSettings)[];
  return settings
    .filter((setting) => !isWritten(load, connection, setting))
    .map((setting) => {
      const origin: PoolDefault<unknown> = preset[setting];
      const value = setting === 'min_idle' ? compilePool(connection).min_idle : preset[setting].value;
      return assumed(`load.${quoted(load.name)}.${WRITTEN_AS[setting]}`, written(setting, value), origin);
    });
}

function isWritten(load: LoadForm, connection: PoolForm, setting: keyof PoolSettings): boolean {
  if (setting === 'connect_timeout_seconds') return load.retry?.connect_timeout !== undefined;
  const key = WRITTEN_AS[setting].slice('connection.'.length) as keyof PoolForm;
  return connection[key] !== undefined;
}

function written(setting: keyof PoolSettings, value: string | number | undefined): string | number {
  if (value === undefined) return 'never';
  return setting.endsWith('_seconds') ? formatDuration(Number(value)) : value;
}
