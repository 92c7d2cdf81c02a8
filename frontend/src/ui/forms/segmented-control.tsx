import { useId } from 'react';

export interface Segment<K extends string> {
  key: K;
  label: string;
  note?: string;
}

/** A choice between a few options, based on native radio buttons. */
export function SegmentedControl<K extends string>(props: {
  legend: string;
  choices: readonly Segment<K>[];
  chosen: K;
  onChoose: (key: K) => void;
}) {
  const name = useId();
  return (
    <fieldset className="inline-flex flex-wrap rounded-control border border-ink bg-card p-1">
      <legend className="sr-only">{props.legend}</legend>
      {props.choices.map((choice) => (
        <label
          key={choice.key}
          className="relative flex min-h-10 items-center max-sm:min-h-11 gap-2 rounded-[2px] px-4 text-small font-semibold text-ink-soft has-checked:bg-ink has-checked:text-paper forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink"
        >
          <input
            type="radio"
            name={name}
            value={choice.key}
            checked={choice.key === props.chosen}
            onChange={() => props.onChoose(choice.key)}
            className="absolute inset-0 cursor-pointer appearance-none focus-visible:shadow-none focus-visible:outline-none"
          />
          {choice.label}
          {choice.note ? <span className="marked text-fine font-semibold">{choice.note}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}
