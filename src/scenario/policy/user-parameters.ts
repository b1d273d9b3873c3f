import type { PolicyParameter, PolicyParameters } from '../../compute/policy/interface/policy-parameter.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { isMapping, shown } from '../form/choice.js';
import { PARAMETER_UNITS } from './policy-parameter-schema.js';

const CONFIDENCES = ['high', 'medium', 'low'] as const;
const KEYS = ['unit', 'default', 'description', 'source', 'confidence', 'least', 'most'];

/**
 * The parameters that a module's policy declares, as plain data of the simulator's own. Unit and default are
 * needed; the source is "its author" with low confidence unless given.
 */
export function userParameters(declared: unknown): {
  readonly parameters: PolicyParameters;
  readonly problems: readonly string[];
} {
  if (!isMapping(declared)) {
    return {
      parameters: {},
      problems: [`parameters: expected an object of parameters by name, got ${shown(declared)}`],
    };
  }
  const parameters: Record<string, PolicyParameter> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(declared)) {
    const found = parameterProblems(value).map((problem) => `parameters.${name}${problem}`);
    problems.push(...found);
    if (found.length === 0) parameters[name] = parameterOf(value as Partial<PolicyParameter>);
  }
  return { parameters, problems };
}

function parameterOf(declared: Partial<PolicyParameter>): PolicyParameter {
  const { least, most, description = '', source = 'its author', confidence = 'low' } = declared;
  return {
    unit: declared.unit!,
    default: declared.default!,
    description,
    source,
    confidence,
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
  };
}

function parameterProblems(value: unknown): readonly string[] {
  if (!isMapping(value)) {
    return [`: expected an object such as { unit: 'seconds', default: 60 }, got ${shown(value)}`];
  }
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return [`: unknown key "${unknown}"${suggestion(unknown, KEYS)}`];
  const { unit, least, most, confidence } = value;
  const fallback = value['default'];
  const problems: string[] = [];
  if (!isOneOf(PARAMETER_UNITS, unit)) {
    problems.push(`.unit: expected one of ${PARAMETER_UNITS.join(', ')}, got ${shown(unit)}`);
  }
  if (confidence !== undefined && !isOneOf(CONFIDENCES, confidence)) {
    problems.push(`.confidence: expected one of ${CONFIDENCES.join(', ')}, got ${shown(confidence)}`);
  }
  for (const key of ['description', 'source'] as const) {
    if (value[key] !== undefined && typeof value[key] !== 'string') {
      problems.push(`.${key}: expected a text, got ${shown(value[key])}`);
    }
  }
  for (const key of ['least', 'most'] as const) {
    if (value[key] !== undefined && !isNumber(value[key])) {
      problems.push(`.${key}: expected a number, got ${shown(value[key])}`);
    }
  }
  if (!isNumber(fallback)) problems.push(`.default: expected a number, got ${shown(fallback)}`);
  else if ((isNumber(least) && fallback < least) || (isNumber(most) && fallback > most)) {
    problems.push(
      `.default: ${fallback} lies outside its own bounds, ${least ?? 'none'} to ${most ?? 'none'}`,
    );
  }
  return problems;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}
