import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { counted } from '../figures/figure-text.js';
import { type Verdict, verdictOf } from '../text/verdict.js';
import { commandForSettings } from './settings-command.js';
import { type WorldsOfPlan, worldsChoiceWords } from './worlds-words.js';

/** The choice over worlds in plain words. @param today the scenario that was planned for */
export function worldsVerdict(of: WorldsOfPlan, today: SourcedVariant | undefined): Verdict {
  const { worlds } = of;
  const choice = worlds.candidates.find(({ fate }) => fate === 'least_regret');
  const least = worlds.criterion === 'expected' ? 'the least expected regret' : 'the least regret at worst';
  const over = `over ${counted(worlds.worlds, 'world')}`;
  const words = worldsChoiceWords(of);
  if (choice === undefined) return verdictOf('bad', [`${over}: ${words}`]);
  const some =
    worlds.looked_at === worlds.candidates_allowed
      ? []
      : [`${worlds.looked_at} of ${counted(worlds.candidates_allowed, 'candidate')} were run in every world`];
  const command =
    choice.today || today === undefined ? undefined : commandForSettings(choice.settings, today);
  return verdictOf(
    some.length === 0 ? 'good' : 'warning',
    [`${choice.today ? "keep today's settings" : 'set'} ${words} (${least} ${over})`, ...some],
    command,
  );
}
