/** Colours of the curves, and of marks by their kind, as the page's style has them at the moment. */
export type Palette = ReturnType<typeof currentPalette>;

/** Colours of curves. */
export type CurveColour = 'cu' | 'load' | 'queries' | 'latency' | 'connections';

/** How much of a colour its shade has. */
const SHADE = 'color-mix(in srgb, var(--NAME) 26%, transparent)';

/** Kinds of marks above the curves. */
export const MARK_KINDS = ['wake', 'suspend', 'restart', 'refusal', 'fault', 'failed'] as const;

/** Reads the colours; to be called again when the theme changes. */
export function currentPalette() {
  const probe = document.createElement('span');
  document.body.append(probe);
  // A variable may hold light-dark(): what it comes to is only known on an element.
  const computed = (style: string): string => {
    probe.style.color = style;
    return getComputedStyle(probe).color;
  };
  const colour = (name: string): string => computed(`var(--${name})`);
  const shade = (name: CurveColour): string => computed(SHADE.replace('NAME', name));
  const palette = {
    ground: colour('ground'),
    text: colour('text'),
    quiet: colour('quiet'),
    rule: colour('rule'),
    cu: colour('cu'),
    cuFill: colour('cu-fill'),
    load: colour('load'),
    queries: colour('queries'),
    latency: colour('latency'),
    connections: colour('connections'),
    limit: colour('limit'),
    shades: {
      cu: shade('cu'),
      load: shade('load'),
      queries: shade('queries'),
      latency: shade('latency'),
      connections: shade('connections'),
    } satisfies Readonly<Record<CurveColour, string>>,
    marks: Object.fromEntries(MARK_KINDS.map((kind) => [kind, colour(`mark-${kind}`)])),
  };
  probe.remove();
  return palette;
}
