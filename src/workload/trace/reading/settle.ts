import { type Choice, Question, Refusal } from './question.js';
import type { Reading, ReadingOptions } from './reading.js';

const MAX_CHOICES = 12;

/**
 * Interprets a file under the given options. If these leave several meanings open, it tries each: a meaning that
 * cannot be read is dropped, and meanings with the same result count once. A single remaining one is the reading.
 * @throws Question with the total of each meaning; Refusal if no meaning can be read
 */
export function settle(interpret: (options: ReadingOptions) => Reading, options: ReadingOptions): Reading {
  try {
    return interpret(options);
  } catch (error) {
    if (!(error instanceof Question) || error.choices.some(({ result }) => result !== undefined)) throw error;
    return settled(error, interpret, options);
  }
}

function settled(
  { about, choices: open, distinct }: Question,
  interpret: (options: ReadingOptions) => Reading,
  options: ReadingOptions,
): Reading {
  const readings: Reading[] = [];
  const groups: Choice[][] = [];
  let refusal: Refusal | undefined;
  for (const { meaning, options: answer } of open) {
    try {
      const reading = settle(interpret, { ...options, ...answer });
      if (!distinct && readings.some((other) => isSame(other, reading))) continue;
      readings.push(reading);
      groups.push([{ meaning, options: answer, result: reading }]);
    } catch (nested) {
      if (nested instanceof Question) {
        groups.push(
          nested.choices.map((one) => ({
            ...one,
            meaning: `${meaning}; ${one.meaning}`,
            // The rows are the queries, whatever a column holds.
            options: {
              ...answer,
              ...one.options,
              ...(one.options.kind === 'arrivals' && { value: undefined }),
            },
          })),
        );
      } else if (nested instanceof Refusal) refusal ??= nested;
      else throw nested;
    }
  }
  const choices = groups.flat();
  if (choices.length === 0) throw refusal ?? new Refusal(about);
  const [only] = readings;
  if (choices.length === 1 && only !== undefined)
    return {
      ...only,
      notes: [...only.notes, `${about}; the only possible reading is: ${choices[0]!.meaning}`],
    };
  const each = choices.length > MAX_CHOICES ? Math.ceil(MAX_CHOICES / groups.length) : MAX_CHOICES;
  throw new Question(
    about,
    groups.flatMap((group) => group.slice(0, each)),
  );
}

function isSame(a: Reading, b: Reading): boolean {
  return a.kind === b.kind && a.total === b.total && a.from === b.from && a.to === b.to;
}
