import { useId, type ComponentProps } from 'react';
import { describedBy, FieldMessages, inputClass, Label, type LabeledProps } from './field';

export function SelectField({
  label,
  hint,
  error,
  children,
  className,
  ...select
}: LabeledProps & Omit<ComponentProps<'select'>, 'id'>) {
  const id = useId();
  return (
    <div className={className}>
      <Label htmlFor={id}>{label}</Label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={inputClass(Boolean(error))}
      >
        {children}
      </select>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}
