import { useId, type ComponentProps } from 'react';
import { describedBy, FieldMessages, type LabeledProps } from './field';

export function CheckboxField({
  label,
  hint,
  error,
  className,
  ...box
}: LabeledProps & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="-my-2.5 flex min-h-11 gap-3 py-2.5 text-small">
        <input
          {...box}
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className="mt-0.5 size-5 shrink-0 accent-ink"
        />
        <span>{label}</span>
      </label>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}
