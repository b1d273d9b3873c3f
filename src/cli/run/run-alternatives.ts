import { counted } from '../../report/figures/figure-text.js';
import { findingsInFile } from '../../report/findings/placed-finding.js';
import { triedFixes } from '../../report/findings/tried-fixes.js';
import type { Scenario } from '../../scenario/scenario.js';
import { withoutEachStudy } from '../../study/causes/without-each.js';
import { unlessInterrupted } from '../../study/engine/study.js';
import { withAlternatives } from '../../study/run/cause-summary.js';
import type { Summary } from '../../study/run/summary.js';
import { compileChanged, type ScenarioSource } from '../../study/runs/scenario-source.js';
import { answerAside } from '../shared/answer-study.js';
import type { Interruption } from '../shared/interruption.js';
import { askedFidelity, type RunOptions } from './run.js';

/**
 * Places the findings of a run in its file, simulates the changes that they offer, and keeps those that are worth it.
 * @throws any error of a run
 */
export async function tryFixes(
  made: Summary,
  { scenario, source }: { readonly scenario: Scenario; readonly source: ScenarioSource },
  options: Pick<RunOptions, 'fidelity' | 'quiet'>,
  interruption: Interruption,
): Promise<Summary> {
  const { findings, replications } = made;
  const summary = { ...made, ...(findings && { findings: findingsInFile(source, findings) }) };
  const plan = { replications, fidelity: askedFidelity(options) };
  // Short runs: starting threads would take longer.
  const here = { quiet: options.quiet, workers: 1 };
  const tried = triedFixes(summary, scenario, compileChanged(source), plan);
  return answerAside(tried, interruption, here, { whole: (changes) => counted(changes, 'change') });
}

/** Adds the figures of the run without each of its loads. @throws as a run does */
export async function addAlternatives(
  summary: Summary,
  scenario: Scenario,
  options: RunOptions,
  interruption: Interruption,
): Promise<Summary> {
  const { replications } = summary;
  const plan = { replications, confidence: options.confidence, fidelity: askedFidelity(options) };
  const runs = unlessInterrupted(withoutEachStudy(scenario, plan), undefined);
  const found = await answerAside(runs, interruption, options);
  return found === undefined ? summary : withAlternatives(summary, found);
}
