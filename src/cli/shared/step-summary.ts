import { accessSync, appendFileSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isInput } from '../../files/input-files.js';
import { ResultDirectoryError } from '../../files/result-directory.js';

/** By this variable GitHub Actions names the file whose Markdown it shows on a job's page. */
const VARIABLE = 'GITHUB_STEP_SUMMARY';

/**
 * The summary of a step of GitHub Actions: other commands of the step write to it too, so that it is appended to.
 * @returns what adds a report below what is there
 * @throws ResultDirectoryError where no file is named, and where it cannot be written to
 */
export function stepSummary(): (markdown: string) => void {
  const path = process.env[VARIABLE] ?? '';
  if (path === '') {
    throw new ResultDirectoryError(
      `--step-summary appends to the file that $${VARIABLE} names, and it names none; set it, or use --md FILE`,
    );
  }
  if (isInput(path)) {
    throw new ResultDirectoryError(`$${VARIABLE} names ${path}, which this command reads; name another file`);
  }
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ResultDirectoryError(
      `cannot append to $${VARIABLE}, ${path}: ${code}; name a file that can be written`,
    );
  }
  return (markdown) => appendFileSync(path, `${markdown.trimEnd()}\n\n`);
}
