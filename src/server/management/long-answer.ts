import { setImmediate as nextTurn } from 'node:timers/promises';
import { once } from '../../platform/resource/schema.js';

/** Number of items above which an answer is written in pieces, so that other requests are answered in between. */
const LONG_LIST = 500;
/** Items per piece: less than a millisecond of work. */
const PIECE_SIZE = 100;

let turn: Promise<unknown> = Promise.resolve();

/** One piece per turn of the event loop, across all lists being written: a short request waits for one piece at most. */
function waitForTurn(): Promise<unknown> {
  turn = turn.then(() => nextTurn());
  return turn;
}

/** The JSON of an item, cached per object: an unchanged compute is written only once. */
const textOf = once((item: object) => JSON.stringify(item));

/** The name of the attribute that holds a long list; `undefined` if there is none. */
export function longListOf(answer: object): string | undefined {
  const isLong = (value: unknown) => Array.isArray(value) && value.length > LONG_LIST;
  return Object.entries(answer).find(([, value]) => isLong(value))?.[0];
}

/**
 * The JSON of an answer, piece by piece.
 * @param list the attribute that holds the long list
 * @param show the form that clients receive each item in
 */
export function streamAnswer(
  answer: Readonly<Record<string, unknown>>,
  list: string,
  show: (item: object) => object,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const { [list]: items, ...rest } = answer as Readonly<Record<string, readonly object[]>>;
  const others = JSON.stringify(rest).slice(1);
  let next = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`{${JSON.stringify(list)}:[`));
    },
    async pull(controller) {
      await waitForTurn();
      const piece = items!.slice(next, next + PIECE_SIZE).map((item) => textOf(show(item)));
      const text = `${next === 0 ? '' : ','}${piece.join(',')}`;
      next += PIECE_SIZE;
      if (next < items!.length) return controller.enqueue(encoder.encode(text));
      controller.enqueue(encoder.encode(`${text}]${others === '}' ? '' : ','}${others}`));
      controller.close();
    },
  });
}
