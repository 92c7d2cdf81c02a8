import type { ComponentProps } from 'react';
import { SelectField } from '../../../ui/forms/field';

/** Status filter; an empty value means any. */
export function StatusField<S extends string>({
  statuses,
  words,
  ...select
}: {
  statuses: readonly S[];
  words: Record<S, string>;
} & Omit<ComponentProps<'select'>, 'id' | 'children'>) {
  return (
    <SelectField label="Status" name="status" {...select}>
      <option value="">Any</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {words[status]}
        </option>
      ))}
    </SelectField>
  );
}
