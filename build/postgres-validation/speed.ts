import type { ControlGroup } from './control-group.js';

/** Length of sections during which a machine shared with other work counts as equally fast. */
export const SECTION_SECONDS = 15;
const LOOK_MS = 500;

/** CPU seconds of a control group between two times. */
interface CpuTaken {
  readonly seconds: number;
  readonly cpu_seconds: number;
}

/** Records the CPU time of a control group from now on. */
export class CpuCourse {
  readonly #group: ControlGroup;
  readonly #began_ms = performance.now();
  readonly #began_cpu: number;
  readonly #course: CpuTaken[] = [{ seconds: 0, cpu_seconds: 0 }];
  readonly #timer: NodeJS.Timeout;

  constructor(group: ControlGroup) {
    this.#group = group;
    this.#began_cpu = group.cpuSeconds();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Ends the recording. @returns the CPU seconds up to a time in seconds after the beginning */
  end(): (until_seconds: number) => number {
    clearInterval(this.#timer);
    this.#look();
    return (until) => {
      const next = this.#course.findIndex(({ seconds }) => seconds >= until);
      if (next < 0) return this.#course.at(-1)!.cpu_seconds;
      if (next === 0) return 0;
      const [a, b] = [this.#course[next - 1]!, this.#course[next]!];
      const share = (until - a.seconds) / (b.seconds - a.seconds);
      return a.cpu_seconds + share * (b.cpu_seconds - a.cpu_seconds);
    };
  }

  #look(): void {
    const seconds = (performance.now() - this.#began_ms) / 1000;
    this.#course.push({ seconds, cpu_seconds: this.#group.cpuSeconds() - this.#began_cpu });
  }
}

/** An answered query and its demand. */
export interface AnsweredDemand {
  readonly ended_seconds: number;
  /** In any unit. */
  readonly demand: number;
}

/**
 * The mean CPU time of all queries, if the server had always been as fast as in each section: the CPU time of the
 * section, divided by the demands of the queries answered in it.
 */
export function cpuMsBySection(
  cpuUntil: (seconds: number) => number,
  answered: readonly AnsweredDemand[],
  duration_seconds: number,
): readonly number[] {
  const sections = Math.max(1, Math.round(duration_seconds / SECTION_SECONDS));
  const width = duration_seconds / sections;
  const asked = new Array<number>(sections).fill(0);
  let all = 0;
  for (const { ended_seconds, demand } of answered) {
    if (ended_seconds >= duration_seconds) continue;
    asked[Math.floor(ended_seconds / width)]! += demand;
    all += demand;
  }
  const count = answered.filter(({ ended_seconds }) => ended_seconds < duration_seconds).length;
  return asked.map((sum, section) => {
    const used = cpuUntil((section + 1) * width) - cpuUntil(section * width);
    return Math.round((used / sum) * (all / count) * 1e6) / 1000;
  });
}
