import { type MeanInterval, meanInterval } from './confidence-interval.js';

/**
 * The mean of a share over replications, such as that of the queries that waited, with its Student t interval, but no
 * narrower than what so many trials may leave unseen.
 *
 * Where what is counted is rare, replications can be all alike, each with the one that none escapes: they do not show
 * that another has more, and their deviation is no measure of it. Of as many trials together, a probability of
 * −ln((1 − confidence) / 2) ÷ trials that one is counted besides is shown by none with the probability of one end of the
 * interval: the rule of three (J. A. Hanley & A. Lippman-Hand, If Nothing Goes Wrong, Is Everything All Right?, JAMA
 * 249, 1983). Where some ten are counted in a replication, t is the wider one.
 *
 * @param values one a replication
 * @param trials of all these replications together
 * @returns ±0 where nothing was counted at all: whether it can be is for others to know
 */
export function shareInterval(values: readonly number[], trials: number, confidence: number): MeanInterval {
  const interval = meanInterval(values, confidence);
  if (interval.mean === 0 || trials === 0) return interval;
  return { ...interval, half_width: Math.max(interval.half_width, unseenShare(trials, confidence)) };
}

/** By how much an interval over so many trials reaches beyond what they show, at least. */
export function unseenShare(trials: number, confidence: number): number {
  return -Math.log((1 - confidence) / 2) / trials;
}
