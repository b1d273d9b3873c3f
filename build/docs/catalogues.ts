import { createRequire } from 'node:module';
import { ABSENT, NOT_SERVED } from '../../src/api/not-served.js';
import { FIGURE_UNITS } from '../../src/figures/run-figures.js';
import { policyList } from '../../src/report/answers/policy-list.js';
import type { ConstantDefault } from '../../src/scenario/model/assumption.js';
import { CONSTANTS } from '../../src/scenario/model/model-constants.js';
import { openApiDocument } from '../../src/server/openapi-document.js';
import { INVARIANTS } from '../../src/testing/index.js';
import { POOL_PRESETS } from '../../src/workload/pool-preset.js';
import { markdownTable } from './markdown.js';
import { inline } from './scenario-keys.js';

/** Every constant of the model: its default, where that comes from, and how sure it is. */
export function assumptionTable(): string {
  const rows = CONSTANTS.flatMap(([key, entry]) => {
    const row = (name: string, from: ConstantDefault) => [
      name,
      from.default === undefined ? '' : `\`${inline(from.default)}\``,
      from.source,
      from.confidence,
    ];
    const { platform } = entry;
    return [
      row(`\`${key}\``, entry),
      ...(platform === undefined ? [] : [row(`\`${key}\` with \`rules: platform\``, platform)]),
    ];
  });
  return markdownTable(['constant', 'default', 'source', 'confidence'], rows);
}

/** What the presets of pools decide, and where each of it is documented. */
export function presetTable(): string {
  const rows = Object.entries(POOL_PRESETS).flatMap(([preset, settings]) =>
    Object.entries(settings).map(([setting, { value, source, confidence }]) => [
      `\`${preset}\``,
      `\`${setting}\``,
      value === undefined ? 'none' : `\`${String(value)}\``,
      source,
      confidence,
    ]),
  );
  return markdownTable(['preset', 'setting', 'value', 'source', 'confidence'], rows);
}

/** The policies of one side, each with its source and parameters. */
export function policyReference(side: 'size' | 'suspend'): string {
  return policyList()
    [side].map((policy) => {
      const notes = [
        ...(policy.default ? ['The default.'] : []),
        ...(policy.foresight ? ['It knows the future of the run: a yardstick, not deployable.'] : []),
      ];
      const rows = policy.parameters.map(({ name, description, default_text, source, confidence }) => [
        `\`${name}\``,
        `\`${default_text}\``,
        description,
        source,
        confidence,
      ]);
      return [
        `### ${side === 'size' ? 'Size' : 'Suspend'} policy \`${policy.name}\``,
        [policy.description, ...notes].join(' '),
        `Source: ${policy.source}.`,
        ...(rows.length === 0
          ? []
          : [markdownTable(['parameter', 'default', 'meaning', 'source', 'confidence'], rows)]),
      ].join('\n\n');
    })
    .join('\n\n');
}

/** The calls that the emulator serves below a path. */
export function routeTable(below: string): string {
  const { paths } = openApiDocument() as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const rows = Object.entries(paths)
    .filter(([path]) => path.startsWith(below))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => [
        `\`${method.toUpperCase()} ${path.slice(below.length)}\``,
        summary,
      ]),
    );
  return markdownTable(['call', 'what it does'], rows);
}

/** The vendor's calls that the emulator does not serve, and what they answer. */
export function unservedTable(): string {
  const rows = [
    ...Object.values(ABSENT).map(({ at, what }) => [`\`${at}\``, `404: no branch has one (${what})`]),
    ...Object.values(NOT_SERVED).map((at) => [`\`${at}\``, '501 `NOT_IMPLEMENTED`']),
  ];
  return markdownTable(['call', 'answer'], rows);
}

interface Operation {
  readonly summary: string;
}

/** The figures that a comparison, a precision or a constraint can name. */
export function figureTable(): string {
  const rows = Object.entries(FIGURE_UNITS).map(([name, unit]) => [`\`${name}\``, unit.replaceAll('_', '-')]);
  return markdownTable(['figure', 'unit'], rows);
}

/** The folders of `src/`, in the order in which they may import each other, with what each is about. */
export function layerTable(): string {
  const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly { readonly name: string; readonly comment?: string }[];
  };
  const rows = rules.forbidden.flatMap(({ name, comment = '' }) => {
    const layer = /^(.+)-imports-upward-only$/.exec(name)?.[1];
    return layer === undefined ? [] : [[`\`${layer}/\``, comment]];
  });
  return markdownTable(['folder', 'what it is about'], rows);
}

/** What holds for every run, by number. */
export function invariantTable(): string {
  const rows = INVARIANTS.map(({ id, name }) => [Number(id.slice(4)), name] as const);
  return markdownTable(
    ['invariant', 'of every run'],
    rows.toSorted(([a], [b]) => a - b).map(([number, name]) => [`INV-${number}`, name]),
  );
}
