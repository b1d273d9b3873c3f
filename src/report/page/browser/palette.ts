import { MARK_ORDER } from '../recorded/mark-kinds.js';

/** Colours of the curves, and of marks by their kind, as the page's style has them at the moment. */
export type Palette = ReturnType<typeof currentPalette>;

const CURVES = ['cu', 'load', 'queries', 'latency', 'connections'] as const;

/** Colours of curves. */
export type CurveColour = (typeof CURVES)[number];

const OTHERS = ['ground', 'text', 'quiet', 'rule', 'limit'] as const;

/** How much of a colour its shade has. */
const SHADE = 'color-mix(in srgb, var(--NAME) 26%, transparent)';

/** Reads the colours; to be called again when the theme changes. */
export function currentPalette() {
  const probe = document.createElement('span');
  document.body.append(probe);
  // A variable may hold light-dark(): what it comes to is only known on an element.
  const computed = <Name extends string>(names: readonly Name[], style = 'var(--NAME)') => {
    const colours = names.map((name) => {
      probe.style.color = style.replace('NAME', name);
      return [name, getComputedStyle(probe).color];
    });
    return Object.fromEntries(colours) as Readonly<Record<Name, string>>;
  };
  const palette = {
    ...computed([...CURVES, ...OTHERS]),
    cuFill: computed(['cu-fill'])['cu-fill'],
    shades: computed(CURVES, SHADE),
    marks: computed([...MARK_ORDER, 'failed'], 'var(--mark-NAME)'),
  };
  probe.remove();
  return palette;
}
