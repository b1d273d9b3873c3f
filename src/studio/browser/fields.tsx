import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface SliderOf {
  readonly label: string;
  readonly value: number;
  readonly count: number;
  readonly text: string;
  readonly children?: ComponentChildren;
  turn(place: number): void;
}

export function Slider({ label, value, count, text, turn, children }: SliderOf) {
  return (
    <label class="slider">
      <span>
        {label} <b>{text}</b>
      </span>
      <input
        type="range"
        min={0}
        max={count - 1}
        value={value}
        aria-valuetext={text}
        onInput={(event) => turn(Number(event.currentTarget.value))}
      />
      {children}
    </label>
  );
}

interface AmountOf {
  readonly label: string;
  readonly value: number | undefined;
  /** Default: whole numbers. */
  readonly step?: 'any';
  change(value: number | undefined): void;
}

export function Amount({ label, value, step, change }: AmountOf) {
  /** Text being typed; kept if an answer arrives in the meantime. */
  const [typed, type] = useState<string>();
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={0}
        step={step}
        value={typed ?? value ?? ''}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => type(undefined)}
        onChange={({ currentTarget }) => {
          const amount = currentTarget.valueAsNumber;
          change(amount > 0 ? amount : undefined);
        }}
      />
    </label>
  );
}

interface SelectOption {
  readonly name: string;
  readonly about?: string;
  readonly isDisabled?: boolean;
}

interface SelectOf {
  readonly label: string;
  /** Default: the option of a scenario that names none. */
  readonly value: string | undefined;
  /** Text of the default option. */
  readonly otherwise: string;
  readonly options: readonly SelectOption[];
  choose(name: string | undefined): void;
}

export function Select({ label, value, otherwise, options, choose }: SelectOf) {
  return (
    <label class="field">
      {label}
      <select
        value={value ?? ''}
        onChange={({ currentTarget: { value: chosen } }) => choose(chosen === '' ? undefined : chosen)}
      >
        <option value="">{otherwise}</option>
        {options.map(({ name, about, isDisabled = false }) => (
          <option key={name} value={name} disabled={isDisabled}>
            {about === undefined ? name : `${name}: ${about}`}
          </option>
        ))}
      </select>
    </label>
  );
}
