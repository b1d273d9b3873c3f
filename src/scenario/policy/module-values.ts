import type { PolicyParameters } from '../../compute/policy/interface/policy-parameter.js';
import { suggestion } from '../../kernel/nearest-name.js';
import type { Diagnostic } from '../document/diagnostic.js';
import { issueDiagnostics } from '../document/issues.js';
import type { DocumentPath, ScenarioDocument } from '../document/scenario-document.js';
import { parameterSchema } from './policy-parameter-schema.js';

/** The values that a scenario gives to the parameters of a module's policy, read in their units. */
export function moduleValues(
  parameters: PolicyParameters,
  written: Readonly<Record<string, unknown>>,
  path: DocumentPath,
  document: ScenarioDocument,
): { readonly values: Readonly<Record<string, number>>; readonly diagnostics: readonly Diagnostic[] } {
  const values: Record<string, number> = {};
  const diagnostics: Diagnostic[] = [];
  const names = Object.keys(parameters);
  for (const [name, value] of Object.entries(written)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) {
      const hint = names.length === 0 ? '; the policy has no parameters' : suggestion(name, names);
      diagnostics.push(document.diagnostic([...path, name], `unknown key "${name}"${hint}`, 'key'));
      continue;
    }
    const read = parameterSchema(parameter).safeParse(value);
    if (read.success) values[name] = read.data;
    else diagnostics.push(...issueDiagnostics(read.error.issues, [...path, name], document));
  }
  return { values, diagnostics };
}
