import { describe, expect, test } from 'vitest';
import { compiled, complaints } from './example.js';

const complaint = async (...api_faults: readonly unknown[]) => (await complaints({ api_faults })).join('\n');

describe('api_faults', () => {
  test('are read as the control route takes them, with moments of the scenario', async () => {
    const { api_faults } = await compiled({
      api_faults: [
        { at: '10m', for: '30s', answer: 'none' },
        { answer: 503, call: 'createProject', carried_out: true, times: 2 },
        { at: '1h', share: '30%', delay: '1500ms', method: 'GET' },
        { operation: 'fails', action: 'start_compute' },
      ],
    });
    expect(api_faults).toEqual([
      { after_ms: 600_000, for_ms: 30_000, answer: 'none' },
      { after_ms: 0, answer: 503, call: 'createProject', carried_out: true, times: 2 },
      { after_ms: 3_600_000, share: 0.3, delay_ms: 1500, method: 'GET' },
      { after_ms: 0, operation: 'fails', action: 'start_compute' },
    ]);
    expect(await compiled()).not.toHaveProperty('api_faults');
  });

  test.each([
    [{}, 'api_faults[0]: expected "answer" or "delay", or "operation" alone'],
    [{ answer: 200 }, 'api_faults[0].answer: expected a status of 400 to 599, such as 503, or none, got 200'],
    [
      { answer: 503, call: 'createProjekt' },
      'api_faults[0].call: "call": there is no "createProjekt"; did you',
    ],
    [{ answer: 503, cal: 'createProject' }, 'api_faults[0].cal: unknown key "cal"; did you mean "call"?'],
    [{ operation: 'fails', method: 'GET' }, '"operation" goes by "action", not by "call" or "method"'],
    [{ operation: 'fails', action: 'start' }, 'api_faults[0].action'],
    [{ delay: '20m' }, '"delay": expected at most 10m'],
    [{ answer: 503, times: 0 }, 'api_faults[0].times: expected a whole number of 1 or more, got 0'],
    [{ answer: 503, at: '1d' }, 'api_faults[0].at: expected a moment before the end of the run'],
  ])('%j is refused', async (fault, message) => {
    expect(await complaint(fault)).toContain(message);
  });
});
