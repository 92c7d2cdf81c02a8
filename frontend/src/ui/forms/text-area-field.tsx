import { useId, type ComponentProps } from 'react';
import { describedBy, FieldMessages, inputClass, Label, type LabeledProps } from './field';

export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...area
}: LabeledProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  const id = useId();
  return (
    <div className={className}>
      <Label htmlFor={id}>{label}</Label>
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={inputClass(Boolean(error), 'py-2.5')}
      />
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}
