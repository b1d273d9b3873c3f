import type { ComputeControl } from '../worker/question.js';
import { nearest, useMoved } from './slider-value.js';

type SizeLimits = Pick<ComputeControl, 'min_cu' | 'max_cu'>;

/** Sizes with a label below the line. */
const NAMED: Readonly<Record<number, string>> = {
  0.25: '¼',
  0.5: '½',
  1: '1',
  2: '2',
  4: '4',
  8: '8',
  16: '16',
};

/** The limits of a size in words. */
export function sizeText({ min_cu, max_cu }: SizeLimits): string {
  return min_cu === max_cu ? `${max_cu} CU` : `${min_cu} to ${max_cu} CU`;
}

interface SizeSliderOf {
  readonly compute: ComputeControl;
  turn(min_cu: number, max_cu: number): void;
}

/** A slider with two handles for the limits of the size. The handles cannot pass each other. */
export function SizeSlider({ compute, turn }: SizeSliderOf) {
  const [{ min_cu, max_cu }, move] = useMoved<SizeLimits>(compute, compute);
  const moveTo = (limits: SizeLimits): void => {
    move(limits);
    turn(limits.min_cu, limits.max_cu);
  };
  const sizes = [...new Set([...compute.sizes_cu, compute.min_cu, compute.max_cu])].sort((a, b) => a - b);
  const last = sizes.length - 1;
  const [from, to] = [nearest(sizes, min_cu), nearest(sizes, max_cu)];
  const share = (place: number) => `${(100 * place) / Math.max(1, last)}%`;
  const handle = (
    label: string,
    place: number,
    cu: number,
    allowed: (place: number) => number,
    moved: (cu: number) => void,
  ) => (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={`${cu} CU`}
      min={0}
      max={last}
      value={place}
      // At the end of the line the lower handle must be on top to be draggable.
      class={label === 'Size from' && place > last / 2 ? 'on-top' : ''}
      onInput={({ currentTarget }) => {
        const wanted = allowed(Number(currentTarget.value));
        currentTarget.value = String(wanted);
        if (wanted !== place) moved(sizes[wanted]!);
      }}
    />
  );
  return (
    <div class="slider">
      <span>
        Size <b>{sizeText({ min_cu, max_cu })}</b>
      </span>
      <div class="sizes">
        <span class="line">
          <span class="chosen" style={{ left: share(from), right: share(last - to) }} />
        </span>
        {handle(
          'Size from',
          from,
          min_cu,
          (place) => Math.min(place, to),
          (cu) => moveTo({ min_cu: cu, max_cu }),
        )}
        {handle(
          'Size up to',
          to,
          max_cu,
          (place) => Math.max(place, from),
          (cu) => moveTo({ min_cu, max_cu: cu }),
        )}
      </div>
      <span class="ticks sized" aria-hidden="true">
        {sizes.map((cu) => (
          <span key={cu}>{NAMED[cu]}</span>
        ))}
      </span>
    </div>
  );
}
