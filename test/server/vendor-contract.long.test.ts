import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/contract.js';
import { readTable } from '../platform/rule-table.js';
import { RuleWorld } from '../platform/rule-world.js';
import { VendorContract } from './vendor-contract.js';

const LIFE = fileURLToPath(new URL('../clients/life.yaml', import.meta.url));

describe("answers have the form of the vendor's API description", () => {
  const vendor = new VendorContract();
  const world = new RuleWorld();
  const { emulator } = world;
  const described = CALLS.filter(
    ({ method, path }) => vendor.operationAt(method, path.replaceAll(/[{}]/g, '')) !== undefined,
  );
  emulator.onAnswer = (method, path, answer) => vendor.check(method, path, answer);

  test("every successful answer has the form of the vendor's API description", async () => {
    world.names.set('ada', emulator.key);
    for (const step of readTable(LIFE).stories[0]!.steps) {
      await world.take(step);
      if (!step.call?.startsWith('GET')) await emulator.control('POST', '/clock', { advance: '10s' });
    }
    expect(emulator.defects).toEqual([]);
    const succeeded = new Set([...vendor.seen].filter((name) => !name.endsWith('error')).map(operationId));
    expect(described.map((route) => route.operation_id).filter((id) => !succeeded.has(id))).toEqual([]);
  });

  test("every refusal has the form of the vendor's API description", async () => {
    for (const { method, path } of CALLS) {
      const { status } = await emulator.call(method, path.replaceAll(/[{}]/g, ''), undefined, '');
      expect(status, `${method} ${path}`).toBe(401);
    }
  });

  test("the emulator's API description has the vendor's operations at the same paths", async () => {
    const { body } = await emulator.send('/openapi.json', {});
    for (const { method, path, operation_id } of described) {
      const { operationId, responses } = body.paths[`/api/v2${path}`][method.toLowerCase()];
      expect(operationId).toBe(operation_id);
      const place = path.replaceAll(/[{}]/g, '');
      expect(vendor.operationAt(method, place)).toBe(operation_id);
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect(successes, operation_id).toEqual(vendor.successesAt(method, place));
    }
  });
});

function operationId(seen: string): string {
  return seen.split(' ')[0]!;
}
