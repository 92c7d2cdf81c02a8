import { Field, type FieldProps } from './field';

/** Asks for an email address. Where it is what one signs in with, `autoComplete` is `username`. */
export function EmailField(props: Omit<FieldProps, 'type' | 'label' | 'trailing'> & { label?: string }) {
  return (
    <Field
      label="Email"
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      required
      {...props}
    />
  );
}
