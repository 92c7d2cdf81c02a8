import { Field, type FieldProps } from './field';

/** Set `autoComplete` to `username` where the email identifies the account. */
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
