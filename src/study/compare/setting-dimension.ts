import { nearestName, suggestion } from '../../kernel/nearest-name.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { asRefusal } from '../../scenario/document/input-text.js';
import { OverrideProblem, splitPath } from '../../scenario/document/override.js';
import { quoted } from '../../scenario/document/scenario-document.js';
import { SHORT_NAMES } from '../../scenario/document/short-names.js';
import { SCENARIO_KEYS } from '../../scenario/reading/scenario-schema.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import { withReplicas } from './replica-count.js';
import { settingOwners } from './setting-change.js';

/** The names that a plan, sweep or variant may vary; any other path of a scenario can be varied with its values. */
export const SETTING_DIMENSIONS = [
  'min',
  'max',
  'timeout',
  'pooling',
  'replicas',
  'policy',
  'size_policy',
  'suspend_policy',
] as const;

export type SettingDimension = (typeof SETTING_DIMENSIONS)[number];

export function isDimension(text: string): text is SettingDimension {
  return SETTING_DIMENSIONS.some((dimension) => dimension === text);
}

/**
 * Refuses the path of a setting that begins with no key of a scenario, no compute and no dimension.
 * @param option the option that named it, for messages
 * @throws ScenarioError
 */
export function refuseUnknownSetting(path: string, scenario: Scenario, option: string): void {
  const computes = settingOwners(scenario);
  const [first = '', ...rest] = asRefusal(option, OverrideProblem, () => splitPath(path));
  if (isDimension(path) || SCENARIO_KEYS.includes(first)) return;
  if (computes.includes(first) && rest.length === 1) {
    const [short = ''] = rest;
    if (Object.hasOwn(SHORT_NAMES, short)) return;
    const hint = suggestion(short, Object.keys(SHORT_NAMES));
    throw refusal(option, `a compute has no setting "${short}"${hint}`);
  }
  const names = rest.length === 0 ? [...SETTING_DIMENSIONS, ...SCENARIO_KEYS] : computes;
  const nearest = nearestName(first, names);
  const hint = nearest === undefined ? EXPECTED_SETTING : `; did you mean "${[nearest, ...rest].join('.')}"?`;
  throw refusal(option, `unknown setting "${path}"${hint}`);
}

const EXPECTED_SETTING = `; expected one of ${SETTING_DIMENSIONS.join(', ')}, or a path such as load.web.rate`;

/**
 * The overrides that give a scenario some settings: `pooling` changes the connections of every load that holds
 * connections for its queries, `replicas` the number of read-only computes, the policies those of
 * every compute, and any other path is an override itself.
 *
 * @param settings values by axis
 * @param source the source of the scenario, whose replicas are copied
 */
export function settingsOverrides(
  settings: Readonly<Record<string, string>>,
  scenario: Scenario,
  source: ScenarioSource,
): readonly string[] {
  const { replicas } = settings;
  const grown =
    replicas === undefined
      ? { overrides: [], computes: settingOwners(scenario) }
      : withReplicas(scenario, source, Number(replicas));
  const others = Object.entries(settings).flatMap(([path, value]): readonly string[] => {
    switch (path) {
      case 'replicas':
        return [];
      case 'pooling':
        return loadsOfQueries(scenario).map((name) => `load.${quoted(name)}.connection.via=${value}`);
      case 'policy':
      case 'size_policy':
      case 'suspend_policy': {
        const place = path.replace(/(.+)_policy/, 'policy.$1');
        return grown.computes.map((name) => `computes.${quoted(name)}.${place}=${value}`);
      }
      default:
        return [`${path}=${value}`];
    }
  });
  return [...grown.overrides, ...others];
}

/** The loads that hold connections for queries, as the scenario file names them: a fleet's appears once. */
function loadsOfQueries({ load, fleet }: Scenario): readonly string[] {
  const names = load
    .filter(({ connection }) => ['per_query', 'pool', 'session'].includes(connection.kind))
    .map(({ name }) => (fleet === undefined ? name : name.replace(/@[^@]*$/, '')));
  return [...new Set(names)];
}
