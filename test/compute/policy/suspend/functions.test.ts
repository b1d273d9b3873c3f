import { addGap, emptyHistogram } from '../../../../src/compute/policy/suspend/gap-histogram.js';
import {
  addRecentGap,
  forecastGap,
  idleBins,
  keepAlivePlan,
} from '../../../../src/compute/policy/suspend/hybrid-histogram.js';
import { addLogin } from '../../../../src/compute/policy/suspend/login-history.js';
import { pastSeasons, rememberedSeconds } from '../../../../src/compute/policy/suspend/season.js';
import { medianNextLogin } from '../../../../src/compute/policy/suspend/ski-rental-with-predictions.js';
import { DAY_SECONDS } from '../../../../src/kernel/units.js';
import { testFunctions } from '../../../function-rows.js';
import { named, valuesOf } from './replay.js';

type Numbers = Readonly<Record<string, number>>;

const HYBRID = valuesOf(named('hybrid_histogram'), { range_seconds: 600 });
const predicting = (over: Numbers) => valuesOf(named('ski_rental_with_predictions'), over);

/** The plan for gaps of these numbers of minutes; the last gap took 50. */
function plan(counts: Numbers, over: Numbers) {
  let histogram = emptyHistogram(11);
  for (const [bin, count] of Object.entries(counts)) {
    for (let gap = 0; gap < count; gap++) histogram = addGap(histogram, Number(bin), 60 * Number(bin));
  }
  return keepAlivePlan(histogram, [3000], { ...HYBRID, ...over });
}

function recentAfter(gaps: number): readonly number[] {
  let recent: readonly number[] = [];
  for (let gap = 1; gap <= gaps; gap++) recent = addRecentGap(recent, gap);
  return recent;
}

const history = (logins: readonly number[], since_epoch_seconds: number | undefined = 0) => ({
  since_epoch_seconds,
  logins: Float64Array.from(logins),
});

/** The seasons of this many days in a history of this many days. */
function seasonsIn(known_days: number | undefined, season_days: number, over: Numbers): number {
  const now = 1000 * DAY_SECONDS;
  const known = known_days === undefined ? undefined : now - known_days * DAY_SECONDS;
  return pastSeasons({ ...history([]), since_epoch_seconds: known }, now, season_days, predicting(over));
}

testFunctions(new URL('functions.yaml', import.meta.url), {
  ...{ forecastGap, idleBins, plan, recentAfter, seasonsIn },
  loginsAfter: (logins: readonly number[], at: number, retention: number) =>
    addLogin(history(logins), at, 300, retention).logins,
  nextLogin: (seasons: number, logins: readonly number[]) =>
    medianNextLogin(Float64Array.from(logins), 300, { season_seconds: 100, seasons }),
  rememberedDays: (over: Numbers) => rememberedSeconds(predicting(over)) / DAY_SECONDS,
});
