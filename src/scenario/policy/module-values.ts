import type { PolicyParameters } from '../../compute/policy/policy-parameter.js';
import { suggestion } from '../../workload/nearest-name.js';
import type { Diagnostic } from '../diagnostic.js';
import type { DocumentPath, ScenarioDocument } from '../scenario-document.js';
import { issueDiagnostics } from '../schema/issues.js';
import { parameterSchema } from '../schema/policy-parameter-schema.js';

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
