import type { ComponentProps } from 'react';
import { SelectField } from '../../../ui/forms/select-field';

/** Filter by one of the values that have a label; an empty value means any. */
export function FilterSelect({
  labels,
  label,
  ...select
}: { labels: Readonly<Record<string, string>>; label: string } & Omit<
  ComponentProps<'select'>,
  'id' | 'children'
>) {
  return (
    <SelectField label={label} {...select}>
      <option value="">Any</option>
      {Object.entries(labels).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
