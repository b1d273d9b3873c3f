import { Refusal } from '../reading/question.js';

/** The value of a text in JSON; a list of values if each line is one. @throws Refusal for other text */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2 || !/[}\]]$/.test(lines[0]!.trim()))
      throw new Refusal(`the file is JSON that is cut off or damaged: ${(error as Error).message}`);
    return lines.map((line, i): unknown => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Refusal('the line is not JSON; expected an object per line', undefined, i + 1);
      }
    });
  }
}
