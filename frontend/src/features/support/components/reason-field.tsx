import { TextAreaField } from '../../../ui/forms/text-area-field';

/** Why staff do something that is recorded in the audit log. `hiddenFrom` is whom it concerns. */
export function ReasonField({
  value,
  error,
  rows = 3,
  hiddenFrom,
  onChange,
}: {
  value: string;
  error: string | undefined;
  rows?: number;
  hiddenFrom: 'buyer' | 'customer' | 'owner';
  onChange: (reason: string) => void;
}) {
  return (
    <TextAreaField
      label="Reason"
      name="reason"
      rows={rows}
      maxLength={500}
      value={value}
      error={error}
      hint={`Recorded in the audit log. The ${hiddenFrom} won’t see it.`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
