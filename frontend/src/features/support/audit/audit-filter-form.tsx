import { useState } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { AUDIT_LABELS, AUDIT_SUBJECT_LABELS } from '../../../content/audit-labels';
import { Field } from '../../../ui/forms/field';
import { FilterSelect } from '../components/filter-select';
import { SearchForm } from '../components/search-form';
import { validateAuditFilter, EMPTY_AUDIT_FILTER, type AuditFilterValues } from './audit-filter';

/** Remount to show another filter. */
export function AuditFilterForm(props: {
  shown: AuditFilterValues;
  onFilter: (values: AuditFilterValues) => void;
}) {
  // Must stay the same object: a new one would be applied on every render.
  const [errors] = useState(() => toFieldErrors(props.shown));
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: props.shown,
    errors,
    resolver: resolve,
    reValidateMode: 'onSubmit',
  });
  const entry = (name: keyof AuditFilterValues, label: string) => (
    <Field
      label={label}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...register(name)}
      error={formState.errors[name]?.message}
      className="max-lg:col-span-2"
    />
  );
  const clear = () => {
    reset(EMPTY_AUDIT_FILTER);
    props.onFilter(EMPTY_AUDIT_FILTER);
  };
  return (
    <SearchForm
      label="Audit log"
      columns="grid-cols-2 lg:grid-cols-[1.4fr_1fr_1.4fr_1.4fr]"
      onSubmit={handleSubmit(props.onFilter)}
      onClear={clear}
    >
      <FilterSelect
        label="Action"
        labels={toOptions(AUDIT_LABELS, props.shown.action)}
        {...register('action')}
        className="max-lg:col-span-2"
      />
      <FilterSelect
        label="Subject"
        labels={toOptions(AUDIT_SUBJECT_LABELS, props.shown.subjectType)}
        {...register('subjectType')}
        className="max-lg:col-span-2"
      />
      {entry('subjectId', 'Subject ID')}
      {entry('actor', 'Actor (email or ID)')}
    </SearchForm>
  );
}

/** Sorted by label, with the value of the URL if this version doesn't know it. */
function toOptions(labels: Readonly<Record<string, string>>, shown: string): Record<string, string> {
  const options = shown && !Object.hasOwn(labels, shown) ? { ...labels, [shown]: shown } : labels;
  return Object.fromEntries(Object.entries(options).sort(([, a], [, b]) => a.localeCompare(b)));
}

function toFieldErrors(values: AuditFilterValues): FieldErrors<AuditFilterValues> {
  const messages = Object.entries(validateAuditFilter(values));
  return Object.fromEntries(messages.map(([name, message]) => [name, { type: 'validate', message }]));
}

const resolve: Resolver<AuditFilterValues> = (values) => {
  const errors = toFieldErrors(values);
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
