import { resolve } from 'node:path';
import type { z } from 'zod';
import { PLACED_FIGURES } from '../../figures/catalogue.js';
import { moreIsBetter } from '../../figures/run-figures.js';
import { FINDING_RULES } from '../../findings/catalogue.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { parseSavedSummary, type SavedSummary } from '../../report/figures/saved-summary.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { valueAt } from '../../scenario/document/value-at.js';
import { FINDING_IDS } from '../../scenario/sections/settings.js';
import type { Summary } from '../../study/run/summary.js';
import { allowedText } from '../asked-source.js';
import type { ToolAnswer, ToolWork } from '../tool.js';
import type { EXPLAIN_INPUT } from '../tool-inputs.js';

/** A saved result; results of older versions lack some parts. */
type Explained = SavedSummary & Partial<Pick<Summary, 'findings' | 'assumptions' | 'warnings'>>;

/** Explains a result: figures with their definitions, objectives, findings and assumptions. */
export async function answerExplain(
  input: z.infer<typeof EXPLAIN_INPUT>,
  { access }: ToolWork,
): Promise<ToolAnswer> {
  const summary = await askedSummary(input, access);
  const figures = figuresOf(summary, input.figures);
  const findings = arrayOf(summary.findings).map((finding) => ({ ...finding, ...ruleOf(finding.id) }));
  const assumptions = arrayOf(summary.assumptions);
  const objectives = arrayOf(summary.slo);
  const warnings = arrayOf(summary.warnings);
  const { scenario, seed, start, duration_seconds, plan, replications = 1 } = summary;
  const about = { scenario, seed, start, duration_seconds, plan, replications };
  const text = [
    `${scenario}, ${duration_seconds} s from ${start}, plan ${plan.name}, seed ${seed}, runs: ${replications}`,
    ...section(
      'Figures',
      figures.map(
        ({ name, label, value, unit, half_width, sentence }) =>
          `${name} (${label}): ${valueText(value)} ${unit}${half_width === undefined ? '' : ` ± ${half_width}`}. ${sentence}`,
      ),
    ),
    ...section(
      'Objectives',
      objectives.map(
        ({ objective, target, actual, met }) =>
          `${objective} ${moreIsBetter(objective) ? 'at least' : 'at most'} ${target}: ${valueText(actual)}, ${met ? 'met' : 'missed'}`,
      ),
    ),
    ...section(
      'Worth a look',
      findings.map(({ id, message, help }) => `${message} (${id}). ${help ?? ''}`.trim()),
    ),
    ...section(
      'Assumptions',
      assumptions.map(
        ({ name, value, source, confidence, set_by }) =>
          `${name} = ${value}: confidence ${confidence}, ${set_by === 'default' ? 'default' : `set ${set_by === 'vendor' ? 'by the vendor' : 'in the scenario'}`}, ${source}`,
      ),
    ),
    ...section('Warnings', warnings),
  ];
  return {
    text: text.join('\n'),
    value: { ...about, figures, objectives, findings, assumptions, warnings },
    spare: ['assumptions', 'figures'],
  };
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `- ${line}`)];
}

async function askedSummary(
  { summary, file }: z.infer<typeof EXPLAIN_INPUT>,
  access: ToolWork['access'],
): Promise<Explained> {
  if ((summary === undefined) === (file === undefined)) {
    throw refusal('arguments', 'expected either summary, a result, or file, the path of a summary.json');
  }
  if (summary !== undefined) return parseSavedSummary(JSON.stringify(summary), 'summary');
  const path = resolve(access.folders[0] ?? '.', file!);
  return parseSavedSummary(await allowedText(file!, path, access), file!);
}

/** Figures with their definitions; with replications also half the width of the confidence interval. */
function figuresOf({ total, ci }: Explained, asked: readonly string[] | undefined) {
  const names = PLACED_FIGURES.map(({ name }) => name);
  for (const name of asked ?? []) {
    if (!names.includes(name)) throw refusal('figures', `unknown figure "${name}"${suggestion(name, names)}`);
  }
  return PLACED_FIGURES.filter(({ name, compared }) => asked?.includes(name) ?? compared).map(
    ({ name, label, sentence, unit, better, path }) => {
      const half_width = valueAt(ci, ['total', ...path, 'half_width']);
      return {
        name,
        label,
        sentence,
        unit,
        better,
        value: valueAt(total, path) ?? null,
        ...(typeof half_width === 'number' && { half_width }),
      };
    },
  );
}

function ruleOf(id: string): { readonly help?: string } {
  const known = FINDING_IDS.find((each) => each === id);
  return known === undefined ? {} : { help: FINDING_RULES[known].help };
}

function valueText(value: unknown): string {
  return value === null || value === undefined ? 'not measured' : JSON.stringify(value);
}

/** A result is not trusted input: a list may have any type. */
function arrayOf<Item>(value: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [];
}
