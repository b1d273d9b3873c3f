import { expect, test } from 'vitest';
import { configurationChange } from '../../../src/compute/lifecycle/configuration-change.js';

const BEFORE = {
  branch_id: 'br-1',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: 300,
  provisioner: 'k8s-neonvm',
  settings: { pg_settings: {} },
  passwordless_access: true,
  disabled: false,
  name: 'primary',
};

test.each([
  ['the minimum', { autoscaling_limit_min_cu: 0.5 }, 'restarts'],
  ['the maximum', { autoscaling_limit_max_cu: 4 }, 'restarts'],
  ['a fixed size', { autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 4 }, 'restarts'],
  ['the branch', { branch_id: 'br-2' }, 'restarts'],
  ['Postgres settings', { settings: { pg_settings: { work_mem: '64MB' } } }, 'restarts'],
  ['the timeout', { suspend_timeout_seconds: 60 }, 'applies'],
  ['access without a password', { passwordless_access: false }, 'applies'],
  ['the name', { name: 'other' }, 'nothing'],
  ['nothing', {}, 'nothing'],
])('the effect of editing %s: %s', (_what, edit, expected) => {
  const change = configurationChange(BEFORE, { ...BEFORE, ...edit }, true);
  expect(change).toEqual({
    restarts: expected === 'restarts',
    applies: expected !== 'nothing',
    disables: false,
  });
});

test('edits of a disabled compute apply when it is enabled again, unless it is still active', () => {
  const off = { ...BEFORE, disabled: true };
  const edited = { ...off, suspend_timeout_seconds: 60 };
  expect(configurationChange(BEFORE, off, true).disables).toBe(true);
  expect(configurationChange(off, edited, false)).toMatchObject({ applies: false, disables: false });
  expect(configurationChange(off, edited, true).applies).toBe(true);
  // Suspended, but not disabled.
  expect(configurationChange(BEFORE, { ...BEFORE, suspend_timeout_seconds: 60 }, false).applies).toBe(true);
});
