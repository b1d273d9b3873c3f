import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlatformAdapter } from '../../src/adapter/platform-adapter.js';
import { simulatedAccount } from '../../src/adapter/simulated-adapter.js';
import { withEmulator } from '../../src/testing/index.js';
import { platformCommands, runPlatformCommands } from '../../src/testing/properties.js';

const START = Date.parse('2026-01-05T00:00:00Z');
const simulated = () => simulatedAccount({ start_ms: START });

/** The defect found in a platform, and the calls that reveal it. */
async function found(platform: () => PlatformAdapter) {
  const result = await fc.check(
    fc.asyncProperty(platformCommands(), (commands) =>
      runPlatformCommands({ adapter: platform() }, commands),
    ),
    { seed: 1, numRuns: 100 },
  );
  return {
    message: String(result.errorInstance),
    calls: result.counterexample === null ? [] : String([...result.counterexample[0]]).split(','),
  };
}

/** A platform with one method replaced. */
function broken<Name extends keyof PlatformAdapter>(
  name: Name,
  instead: (adapter: PlatformAdapter) => PlatformAdapter[Name],
): () => PlatformAdapter {
  return () => {
    const adapter = simulated();
    const other = instead(adapter);
    return new Proxy<PlatformAdapter>(adapter, {
      get(target, property) {
        if (property === name) return other;
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
}

describe('random calls', () => {
  test('the in-process platform matches the reference model, and nothing is left behind', async () => {
    await fc.assert(
      fc.asyncProperty(platformCommands(), async (commands) => {
        const adapter = simulated();
        await runPlatformCommands({ adapter }, commands);
        expect((await adapter.listProjects({})).projects).toEqual([]);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  test('the emulator over HTTP matches the reference model', async () => {
    await fc.assert(
      fc.asyncProperty(platformCommands({ most_commands: 15 }), (commands) =>
        withEmulator(({ adapter }) => runPlatformCommands({ adapter }, commands), { start_ms: START }),
      ),
      { seed: 2, numRuns: 10 },
    );
  });

  test('random calls cover every call, and let computes be suspended', async () => {
    const texts = fc
      .sample(platformCommands(), { seed: 3, numRuns: 100 })
      .flatMap((commands) => [...commands].map(String));
    for (const part of ['create project', 'rename', 'delete project', 'with a compute', 'delete branch']) {
      expect(texts.some((text) => text.includes(part))).toBe(true);
    }
    for (const part of ['primary', 'replica', 'set compute', 'start', 'suspend', 'restart', 'wait 303']) {
      expect(texts.some((text) => text.includes(part))).toBe(true);
    }
  });
});

describe('a defective platform is detected in a few calls', () => {
  test('an edit that is confirmed but not made is detected', async () => {
    const { message, calls } = await found(
      broken('updateProjectEndpoint', (adapter) => ({ project_id, endpoint_id, endpoint: asked }) => {
        const { suspend_timeout_seconds: _, ...kept } = asked;
        return adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint: kept });
      }),
    );
    expect(message).toContain('suspend_timeout_seconds of compute');
    expect(calls.length).toBeLessThanOrEqual(3);
  });

  test('a suspend that leaves the compute running is detected', async () => {
    const { message, calls } = await found(
      broken('suspendProjectEndpoint', (adapter) => (input) => adapter.startProjectEndpoint(input)),
    );
    expect(message).toContain('current_state of compute');
    expect(calls.length).toBeLessThanOrEqual(3);
  });

  test('a deletion that deletes nothing is detected', async () => {
    const { message } = await found(broken('deleteProjectBranch', () => async () => undefined));
    expect(message).toMatch(/a branch that was deleted: expected a refusal with 404|it was accepted/);
  });
});
