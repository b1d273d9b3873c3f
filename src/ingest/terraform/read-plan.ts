import { refusal } from '../../scenario/document/diagnostic.js';
import { asRefusal, inputText } from '../../scenario/document/input-text.js';
import { readTerraform, TerraformError, type TerraformResource } from './terraform-plan.js';

/**
 * Reads a Terraform plan as JSON.
 * @param option that names the file, for messages
 * @throws ScenarioError for anything else
 */
export function readTerraformPlan(path: string, option: string): readonly TerraformResource[] {
  const source = `${option} ${path}`;
  const text = inputText(path, source);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal(source, 'this is not JSON; expected what "terraform show -json plan.tfplan" writes');
  }
  return asRefusal(source, TerraformError, () => readTerraform(value));
}
