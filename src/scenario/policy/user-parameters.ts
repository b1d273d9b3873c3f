import type { PolicyParameter, PolicyParameters } from '../../compute/policy/interface/policy-parameter.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { readBy, refuse } from '../form/read-by.js';
import { type SchemaIssueParams, section } from '../form/section.js';
import { isMapping, shown } from '../form/shown.js';
import { PARAMETER_UNITS } from './policy-parameter-schema.js';

const number = readBy(
  (value) => (typeof value === 'number' && !Number.isNaN(value) ? value : undefined),
  (value) => `expected a number, got ${shown(value)}`,
);
const text = readBy(
  (value) => (typeof value === 'string' ? value : undefined),
  (value) => `expected a text, got ${shown(value)}`,
);
const oneOf = (words: readonly string[]) =>
  readBy(
    (value) => words.find((each) => each === value),
    (value) => `expected one of ${words.join(', ')}, got ${shown(value)}`,
  );

const KEYS = {
  unit: oneOf(PARAMETER_UNITS),
  default: number,
  description: text.prefault(''),
  source: text.prefault('its author'),
  confidence: oneOf(['high', 'medium', 'low']).prefault('low'),
  least: number.optional(),
  most: number.optional(),
};

const parameter = section(KEYS).superRefine(({ default: value, least, most }, context) => {
  if (value >= (least ?? value) && value <= (most ?? value)) return;
  refuse(context, `${value} lies outside its own bounds, ${least ?? 'none'} to ${most ?? 'none'}`, 'default');
});

/** The parameters that a module's policy declares, as plain data. */
export function userParameters(declared: unknown): {
  readonly parameters: PolicyParameters;
  readonly problems: readonly string[];
} {
  if (!isMapping(declared)) {
    const problem = `parameters: expected an object of parameters by name, got ${shown(declared)}`;
    return { parameters: {}, problems: [problem] };
  }
  const parameters: Record<string, PolicyParameter> = {};
  const problems = Object.entries(declared).flatMap(([name, value]): readonly string[] => {
    const place = `parameters.${name}`;
    if (!isMapping(value))
      return [`${place}: expected an object such as { unit: 'seconds', default: 60 }, got ${shown(value)}`];
    const { success, data, error } = parameter.safeParse(value);
    if (success) parameters[name] = data as PolicyParameter;
    return (error?.issues ?? []).map((issue) => {
      const key = String(issue.path[0]);
      const { valid_keys } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as SchemaIssueParams;
      if (valid_keys === undefined) return `${place}.${key}: ${issue.message}`;
      return `${place}: unknown key "${key}"${suggestion(key, valid_keys)}`;
    });
  });
  return { parameters, problems };
}
