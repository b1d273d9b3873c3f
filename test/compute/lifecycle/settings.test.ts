import { expect, test } from 'vitest';
import { lockProblem } from '../../../src/compute/lifecycle/running-operations.js';
import {
  changedSettings,
  editText,
  namedSettings,
  settingsOf,
  startSize,
} from '../../../src/compute/lifecycle/settings.js';

const SETTINGS = {
  autoscaling_limit_min_cu: 0.5,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: 300,
};

test('settings are extracted from any object that has them, and only the named ones from a request', () => {
  expect(settingsOf({ ...SETTINGS, name: 'primary' } as typeof SETTINGS)).toEqual(SETTINGS);
  const named = { autoscaling_limit_max_cu: 4, autoscaling_limit_min_cu: undefined };
  expect(Object.entries(namedSettings(named))).toEqual([['autoscaling_limit_max_cu', 4]]);
  expect(namedSettings({ suspend_timeout_seconds: 0 })).toEqual({ suspend_timeout_seconds: 0 });
});

test('an edit is described by the settings that differ', () => {
  const after = { ...SETTINGS, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: -1 };
  expect(changedSettings(SETTINGS, after)).toEqual(['autoscaling_limit_max_cu', 'suspend_timeout_seconds']);
  expect(editText(SETTINGS, after)).toBe(
    'autoscaling_limit_max_cu 2 to 4, suspend_timeout_seconds 300 to -1',
  );
  expect(editText(SETTINGS, { ...SETTINGS })).toBeUndefined();
});

test('a compute starts at its minimum', () => {
  expect(startSize(SETTINGS)).toBe(0.5);
});

test("a project is locked while an operation is in progress, and the error has the platform's wording", () => {
  expect(lockProblem(0)).toBeUndefined();
  expect(lockProblem(1)).toBe(
    'project already has running conflicting operations, scheduling of new ones is prohibited',
  );
});
