import {
  Chart,
  ChartFont,
  ChartFormat,
  ChartLegendPosition,
  ChartLine,
  ChartMarker,
  ChartMarkerType,
  ChartRange,
  ChartSeries,
  ChartSolidFill,
  ChartType,
  Color,
} from 'wasm-xlsxwriter';

/** One line, or one set of points or columns, of a chart. */
export interface ChartedSeries {
  /** A text, or a cell that has it, such as `=Months[#cost]`. */
  readonly name: string;
  /** Cells, such as `Months[cost]`. */
  readonly x: string;
  readonly y: string;
  /** A line over a stack. */
  readonly over?: boolean;
}

/** The data and texts of a chart. */
export interface ChartSpecification {
  readonly kind: 'lines' | 'stack' | 'points';
  readonly title: string;
  /** Axes: a text or a cell that has it, and the format of numbers. */
  readonly x: { readonly name: string; readonly format?: string };
  readonly y: { readonly name: string; readonly format?: string };
  readonly series: readonly ChartedSeries[];
}

const TYPES = {
  lines: ChartType.ScatterStraight,
  stack: ChartType.ColumnStacked,
  points: ChartType.Scatter,
};
/** Blue, orange and others that remain distinguishable with red-green blindness. */
const COLOURS = [0x0b5fa5, 0xd97706, 0x56b4e9, 0x555555, 0x009e73] as const;
const LINE_POINTS = 1.25;
const TITLE_POINTS = 12;
const MARKER_POINTS = 6;
const MORE_POINTS = 4;
const WIDTH = 760;
const HEIGHT = 320;

/** A chart as the library draws it. @param resolved replaces references to tables */
export function drawChart(chart: ChartSpecification, resolved: (text: string) => string): Chart {
  const { kind, title, x, y, series } = chart;
  const drawn = new Chart(TYPES[kind]).setWidth(WIDTH).setHeight(HEIGHT).setAltText(title);
  drawn.title().setName(title).setFont(new ChartFont().setSize(TITLE_POINTS));
  const across = drawn.xAxis().setName(resolved(x.name));
  if (x.format !== undefined) across.setNumFormat(x.format);
  const upwards = drawn.yAxis().setName(resolved(y.name)).setMin(0);
  if (y.format !== undefined) upwards.setNumFormat(y.format);
  drawn.legend().setPosition(ChartLegendPosition.Bottom);
  if (series.length < 2) drawn.legend().setHidden();
  const over = new Chart(ChartType.Line);
  for (const [index, each] of series.entries()) {
    const charted = new ChartSeries()
      .setName(resolved(each.name))
      .setCategories(ChartRange.newFromString(resolved(each.x)))
      .setValues(ChartRange.newFromString(resolved(each.y)));
    dress(charted, each.over === true ? 'lines' : kind, index);
    if (each.over === true) over.pushSeries(charted);
    else drawn.pushSeries(charted);
  }
  if (series.some((each) => each.over === true)) drawn.combine(over);
  return drawn;
}

function dress(series: ChartSeries, kind: ChartSpecification['kind'], index: number): void {
  const colour = () => Color.rgb(COLOURS[index % COLOURS.length]!);
  const filled = () => new ChartFormat().setSolidFill(new ChartSolidFill().setColor(colour()));
  if (kind === 'lines') {
    series.setFormat(new ChartFormat().setLine(new ChartLine().setColor(colour()).setWidth(LINE_POINTS)));
  } else if (kind === 'stack') series.setFormat(filled());
  else {
    // Points of a later series lie on the same places: they are larger and of another shape.
    const marker = new ChartMarker()
      .setType(index === 0 ? ChartMarkerType.Circle : ChartMarkerType.Diamond)
      .setSize(MARKER_POINTS + MORE_POINTS * index);
    series.setMarker(marker.setFormat(filled()));
  }
}
