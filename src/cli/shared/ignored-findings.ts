import { InvalidArgumentError } from '@commander-js/extra-typings';
import { suggestion } from '../../kernel/nearest-name.js';
import { FINDING_IDS, type FindingId } from '../../scenario/specification/finding-ids.js';

/** Reads the name of a finding; the option may be repeated. */
export function ignoredFinding(text: string, before: readonly FindingId[] = []): readonly FindingId[] {
  const id = FINDING_IDS.find((each) => each === text.trim());
  if (id !== undefined) return [...before, id];
  throw new InvalidArgumentError(`there is no finding "${text}"${suggestion(text, FINDING_IDS)}`);
}
