import { useId, useState } from 'react';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../content/support-labels';
import { Field } from '../../../ui/forms/field';
import { focusFirstError, isValid, type FieldErrors } from '../../../ui/forms/field-errors';
import { validateAuditFilter, EMPTY_AUDIT_FILTER, type AuditFilterValues } from './audit-filter';
import { SearchForm } from '../components/search-form';

/** Remount to show another filter. */
export function AuditFilterForm(props: {
  shown: AuditFilterValues;
  errors: FieldErrors;
  onFilter: (values: AuditFilterValues) => void;
}) {
  const id = useId();
  const [values, setValues] = useState(props.shown);
  const [errors, setErrors] = useState(props.errors);
  const entry = (name: keyof AuditFilterValues, label: string, known?: readonly string[]) => (
    <>
      <Field
        label={label}
        name={name}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={known ? `${id}-${name}` : undefined}
        value={values[name]}
        onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        error={errors[name]}
      />
      {known ? (
        <datalist id={`${id}-${name}`}>
          {known.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </datalist>
      ) : null}
    </>
  );
  const search = (form: HTMLFormElement) => {
    const invalid = validateAuditFilter(values);
    setErrors(invalid);
    if (isValid(invalid)) props.onFilter(values);
    else focusFirstError(form);
  };
  const clear = () => {
    setValues(EMPTY_AUDIT_FILTER);
    setErrors({});
    props.onFilter(EMPTY_AUDIT_FILTER);
  };
  return (
    <SearchForm
      label="Audit log"
      columns="grid-cols-2 lg:grid-cols-[1fr_0.7fr_1.5fr_1.5fr]"
      onSearch={search}
      onClear={clear}
    >
      <div>{entry('action', 'Action', AUDIT_ACTIONS)}</div>
      <div>{entry('subjectType', 'Subject', AUDIT_SUBJECTS)}</div>
      <div className="max-lg:col-span-2">{entry('subjectId', 'Subject ID')}</div>
      <div className="max-lg:col-span-2">{entry('actor', 'Actor (email or ID)')}</div>
    </SearchForm>
  );
}
