import { SelectField } from '../../../ui/forms/field';

/** Status filter; an empty value means any. */
export function StatusField<S extends string>(props: {
  statuses: readonly S[];
  words: Record<S, string>;
  value: string;
  onChange: (status: string) => void;
}) {
  const { statuses, words, value, onChange } = props;
  return (
    <SelectField
      label="Status"
      name="status"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Any</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {words[status]}
        </option>
      ))}
    </SelectField>
  );
}
