import type { ConstantName } from '../../scenario/model/model-constants.js';

export interface MeasuredConstant {
  readonly constant: ConstantName;
  /** As a scenario writes it, as plain data. */
  readonly written: unknown;
  /** From what, for `model.measured`. */
  readonly source: string;
  /** What is known of it, for a comment. */
  readonly comment: string;
}
