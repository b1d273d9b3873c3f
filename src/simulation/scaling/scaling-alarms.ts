import type { Calendar } from '../../kernel/calendar.js';
import { Alarm } from '../run/alarm.js';
import {
  LFC_METRICS,
  METRICS,
  MONITOR_ANSWER,
  RESIZED,
  SCALING_TICK,
  SCHEDULER_ANSWER,
} from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';

/** Scheduled actions and pending answers of a scaling loop. */
export type ScalingAlarms = Readonly<
  Record<'metrics' | 'lfc' | 'tick' | 'scheduler' | 'resize' | 'monitor', Alarm>
>;

/** The alarms of the compute with this index, none of them set. */
export function scalingAlarms(calendar: Calendar, compute: number): ScalingAlarms {
  const alarm = (kind: number): Alarm => new Alarm(calendar, kind, compute);
  return {
    metrics: alarm(METRICS),
    lfc: alarm(LFC_METRICS),
    tick: alarm(SCALING_TICK),
    scheduler: alarm(SCHEDULER_ANSWER),
    resize: alarm(RESIZED),
    monitor: alarm(MONITOR_ANSWER),
  };
}

export const SCALING_EVENTS: EventHandlers = {
  [METRICS]: ({ computes }, compute) => {
    const { size } = computes[compute]!;
    size.loop.metrics();
    size.evaluated();
  },
  [LFC_METRICS]: ({ computes }, compute) => computes[compute]!.size.loop.lfcMetrics(),
  [SCALING_TICK]: ({ computes }, compute) => computes[compute]!.size.loop.tick(),
  [SCHEDULER_ANSWER]: ({ computes }, compute) => computes[compute]!.size.loop.schedulerAnswers(),
  [RESIZED]: ({ computes }, compute) => computes[compute]!.size.loop.hypervisorAnswers(),
  [MONITOR_ANSWER]: ({ computes }, compute) => computes[compute]!.size.loop.monitorAnswers(),
};
