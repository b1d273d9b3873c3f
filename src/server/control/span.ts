import { DAY_SECONDS } from '../../kernel/units.js';
import { parseDuration, QUANTITY_EXAMPLES } from '../../scenario/form/quantity.js';
import { ApiError } from '../http/api-error.js';

/** The fastest emulated time: a day a second. */
export const MAX_SPEED = DAY_SECONDS;

/** The longest span that a control route takes, in seconds. */
const LONGEST_SECONDS = 366 * DAY_SECONDS;

/** A span that an attribute of a request names, such as `5m`, in ms. @throws ApiError 400 */
export function spanOf(attribute: string, text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined || seconds > LONGEST_SECONDS) {
    throw new ApiError(
      400,
      `request body: "${attribute}": expected ${QUANTITY_EXAMPLES.duration}, up to a year, got ${JSON.stringify(text.slice(0, 60))}`,
    );
  }
  return Math.round(seconds * 1000);
}
