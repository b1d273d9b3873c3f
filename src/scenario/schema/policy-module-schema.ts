import { z } from 'zod';
import { isMapping, shown } from './choice.js';

/** A policy from a module; what its parameters mean is known when the module has been read. */
export interface ModulePick {
  readonly kind: 'module';
  /** As written. */
  readonly file: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const MODULE_PATH = /^(\.{0,2}\/|.*\.m?js$)/;

/** What the JSON Schema says of a module's path. */
export const MODULE_JSON = { type: 'string', pattern: MODULE_PATH.source };

/** Whether a text is the path of a module: it begins with `./`, `../` or `/`, or ends in `.js` or `.mjs`. */
export function isModulePath(text: unknown): text is string {
  return typeof text === 'string' && MODULE_PATH.test(text);
}

/** A module with values for the parameters of its policy: `{ path: parameters }`. */
export function moduleWithParameters(): z.ZodType<ModulePick> {
  return z
    .unknown()
    .transform((value, context): ModulePick => {
      const [entry, another] = isMapping(value) ? Object.entries(value) : [];
      if (entry !== undefined && another === undefined && isModulePath(entry[0]) && isMapping(entry[1])) {
        return { kind: 'module', file: entry[0], parameters: entry[1] };
      }
      context.addIssue({
        code: 'custom',
        message: `expected one module path with a mapping of its parameters, such as { ./my-policy.js: { margin_share: 10% } }, got ${shown(value)}`,
      });
      return z.NEVER;
    })
    .meta({
      type: 'object',
      description: 'A module with values for the parameters of its policy.',
      patternProperties: { [MODULE_PATH.source]: { type: 'object' } },
      additionalProperties: false,
    });
}
