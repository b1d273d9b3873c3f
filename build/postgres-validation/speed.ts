import type { ControlGroup } from './control-group.js';

/** Sections in which a machine whose speed others share is taken to be as fast all the time. */
export const SECTION_SECONDS = 15;
const LOOK_MS = 500;

/** CPU seconds of a control group from one moment to another. */
interface CpuTaken {
  readonly seconds: number;
  readonly cpu_seconds: number;
}

/** Notes what CPU time a control group has taken, from now on. */
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

  /** Notes the last. @returns the CPU seconds until some seconds after the beginning */
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

/** A query that was answered, and what it asked for. */
export interface AnsweredDemand {
  readonly ended_seconds: number;
  /** In any unit. */
  readonly demand: number;
}

/**
 * The mean CPU time that all queries would have taken, had the server been as fast all the time as it was in each
 * section: what it used up then, over what those asked for that were answered then.
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
