import { scenarioVerdict } from '../../report/findings/scenario-verdict.js';
import { renderDiagnostic } from '../../scenario/load-scenario.js';
import { type AskedScenario, askedSource } from '../asked-source.js';
import type { ToolAnswer, ToolWork } from '../tool.js';

/** Checks a scenario as `neap validate --advise` does. */
export async function answerValidate(input: AskedScenario, { access }: ToolWork): Promise<ToolAnswer> {
  const source = await askedSource(input, access);
  const { set, seed, directory, file } = source;
  const options = { file, set, seed, directory, access };
  const verdict = await scenarioVerdict(async () => source.text, options, { advise: true });
  const { ok, summary, warnings, errors, findings = [] } = verdict;
  const lines = [
    ok
      ? `valid: ${summary}`
      : `not valid: ${errors.length === 1 ? 'one problem' : `${errors.length} problems`}`,
    ...errors.map(renderDiagnostic),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...findings.map(
      ({ id, path, message }) => `finding: ${path === '' ? '' : `${path}: `}${message} (${id})`,
    ),
  ];
  return { text: lines.join('\n'), value: { ...verdict } };
}
