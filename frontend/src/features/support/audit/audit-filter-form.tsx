import { useId, useState } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import { AUDIT_ACTIONS } from '@subscription-site/shared/audit-actions';
import { auditLabel } from '../../../content/audit-labels';
import { AUDIT_SUBJECTS } from '../../../content/support-labels';
import { Field } from '../../../ui/forms/field';
import { SearchForm } from '../components/search-form';
import { validateAuditFilter, EMPTY_AUDIT_FILTER, type AuditFilterValues } from './audit-filter';

/** Remount to show another filter. */
export function AuditFilterForm(props: {
  shown: AuditFilterValues;
  onFilter: (values: AuditFilterValues) => void;
}) {
  const id = useId();
  // Must stay the same object: a new one would be applied on every render.
  const [errors] = useState(() => toFieldErrors(props.shown));
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: props.shown,
    errors,
    resolver: resolve,
    reValidateMode: 'onSubmit',
  });
  const entry = (name: keyof AuditFilterValues, label: string, known?: readonly string[]) => (
    <>
      <Field
        label={label}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={known ? `${id}-${name}` : undefined}
        {...register(name)}
        error={formState.errors[name]?.message}
      />
      {known ? (
        <datalist id={`${id}-${name}`}>
          {known.map((word) => (
            <option key={word} value={word}>
              {auditLabel(word)}
            </option>
          ))}
        </datalist>
      ) : null}
    </>
  );
  const clear = () => {
    reset(EMPTY_AUDIT_FILTER);
    props.onFilter(EMPTY_AUDIT_FILTER);
  };
  return (
    <SearchForm
      label="Audit log"
      columns="grid-cols-2 lg:grid-cols-[1fr_0.7fr_1.5fr_1.5fr]"
      onSubmit={handleSubmit(props.onFilter)}
      onClear={clear}
    >
      <div>{entry('action', 'Action', AUDIT_ACTIONS)}</div>
      <div>{entry('subjectType', 'Subject', AUDIT_SUBJECTS)}</div>
      <div className="max-lg:col-span-2">{entry('subjectId', 'Subject ID')}</div>
      <div className="max-lg:col-span-2">{entry('actor', 'Actor (email or ID)')}</div>
    </SearchForm>
  );
}

function toFieldErrors(values: AuditFilterValues): FieldErrors<AuditFilterValues> {
  const messages = Object.entries(validateAuditFilter(values));
  return Object.fromEntries(messages.map(([name, message]) => [name, { type: 'validate', message }]));
}

const resolve: Resolver<AuditFilterValues> = (values) => {
  const errors = toFieldErrors(values);
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
