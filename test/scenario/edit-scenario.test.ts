import { describe, expect, it } from 'vitest';
import { editScenario } from '../../src/scenario/document/edit-scenario.js';

const YAML = `# My app
name: app # of ours
computes:
  - name: primary # the only one
    autoscaling_limit_min_cu: 0.25 # small
    autoscaling_limit_max_cu: 2
    # nothing else

  - { name: replica, autoscaling_limit_max_cu: 1 }
load:
  - name: web
    rate: 5/s
`;

describe('a value set in the text of a scenario', () => {
  it('editing a scenario replaces a value and keeps comments and layout', () => {
    expect(editScenario(YAML, ['computes.primary.autoscaling_limit_min_cu=1'])).toBe(
      YAML.replace('0.25 # small', '1 # small'),
    );
  });

  it('editing a scenario adds a key to a map of lines and to a map within braces', () => {
    const set = [
      'computes.primary.suspend_timeout_seconds=60',
      'computes.replica.suspend_timeout_seconds=-1',
    ];
    expect(editScenario(YAML, set)).toBe(
      YAML.replace('max_cu: 2\n', 'max_cu: 2\n    suspend_timeout_seconds: 60\n').replace(
        'max_cu: 1 }',
        'max_cu: 1, suspend_timeout_seconds: -1 }',
      ),
    );
  });

  it('editing a scenario creates missing maps', () => {
    expect(editScenario(YAML, ['load.web.connection.via=pooler'])).toBe(
      `${YAML}    connection: { via: pooler }\n`.replace('5/s\n    connection', '5/s\n    connection'),
    );
  });

  it('a scenario in JSON is edited as JSON', () => {
    const json = '{ "computes": [{ "name": "primary", "autoscaling_limit_max_cu": 2 }] }';
    expect(
      JSON.parse(
        editScenario(json, [
          'computes.primary.autoscaling_limit_max_cu=4',
          'computes.primary.suspend_timeout_seconds=1m',
        ]),
      ),
    ).toEqual({
      computes: [{ name: 'primary', autoscaling_limit_max_cu: 4, suspend_timeout_seconds: '1m' }],
    });
  });
});
