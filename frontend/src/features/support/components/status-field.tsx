import type { ComponentProps } from 'react';
import { SelectField } from '../../../ui/forms/select-field';

/** Status filter; an empty value means any. */
export function StatusField<S extends string>({
  statuses,
  words,
  label = 'Status',
  ...select
}: {
  statuses: readonly S[];
  words: Record<S, string>;
  label?: string;
} & Omit<ComponentProps<'select'>, 'id' | 'children'>) {
  return (
    <SelectField label={label} name="status" {...select}>
      <option value="">Any</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {words[status]}
        </option>
      ))}
    </SelectField>
  );
}
