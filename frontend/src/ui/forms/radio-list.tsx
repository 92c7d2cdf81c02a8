import { useId, type ComponentProps } from 'react';
import { FieldMessages } from './field';

/** A choice between several options, one below the other. `input` are properties of every radio button. */
export function RadioList(props: {
  legend: string;
  choices: readonly { value: string; label: string }[];
  error?: string;
  input: ComponentProps<'input'> & { name: string };
}) {
  const { legend, choices, error, input } = props;
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 text-small font-semibold">{legend}</legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 text-small sm:min-h-9">
          <input {...input} type="radio" value={value} className="size-5 shrink-0 accent-ink" />
          {label}
        </label>
      ))}
      <FieldMessages id={id} error={error} />
    </fieldset>
  );
}
