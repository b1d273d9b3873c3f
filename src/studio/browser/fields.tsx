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
  /** What is being typed, which an answer in the meantime does not replace. */
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
        onChange={({ currentTarget }) => {
          type(undefined);
          const amount = currentTarget.valueAsNumber;
          change(amount > 0 ? amount : undefined);
        }}
      />
    </label>
  );
}

interface ChoiceOption {
  readonly name: string;
  readonly about: string;
  readonly is_simulated: boolean;
}

interface ChoiceOf {
  readonly label: string;
  readonly value: string | undefined;
  /** Choice of a scenario that names none. */
  readonly otherwise: string;
  readonly options: readonly ChoiceOption[];
  choose(name: string | undefined): void;
}

/** One of several, or what a scenario that names none has. */
export function Choice({ label, value, otherwise, options, choose }: ChoiceOf) {
  return (
    <label class="field">
      {label}
      <select
        value={value ?? ''}
        onChange={({ currentTarget: { value: chosen } }) => choose(chosen === '' ? undefined : chosen)}
      >
        <option value="">{otherwise}</option>
        {options.map(({ name, about, is_simulated }) => (
          <option key={name} value={name} disabled={!is_simulated}>
            {about === '' ? name : `${name}: ${about}`}
          </option>
        ))}
      </select>
    </label>
  );
}
