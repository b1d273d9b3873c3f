import { Histogram } from './histogram.js';

/** Sections of a run: slightly more than its intervals need. */
const SECTIONS = 20;

/** Latencies of a run in sections of equal length, for confidence intervals. */
export class LatencySections {
  readonly sections: readonly Histogram[];
  readonly section_seconds: number;

  /**
   * @param duration_seconds of the run
   * @param interval_seconds recording interval of its latencies; no section is shorter
   */
  constructor(duration_seconds: number, interval_seconds: number) {
    const length = Math.max(1, Math.min(SECTIONS, Math.floor(duration_seconds / interval_seconds)));
    this.sections = Array.from({ length }, () => new Histogram());
    this.section_seconds = duration_seconds / length;
  }

  /** Adds the latencies of a time interval to the section that contains its middle. */
  add(from_seconds: number, until_seconds: number, latency: Histogram): void {
    const section = Math.floor((from_seconds + until_seconds) / 2 / this.section_seconds);
    this.sections[Math.min(this.sections.length - 1, Math.max(0, section))]!.merge(latency);
  }
}
