/**
 * What somebody waits for, or an end to waiting for it as soon as a signal is aborted; for questions only, whose
 * answer nobody misses.
 * @throws the signal's reason
 */
export async function orAborted<Answer>(answer: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  if (signal === undefined) return answer;
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
