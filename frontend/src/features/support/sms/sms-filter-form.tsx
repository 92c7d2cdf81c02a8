import { useState, type SubmitEvent } from 'react';
import { SMS_STATUS_LABELS } from '../../../content/support-labels';
import { Field } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { EMPTY_SMS_FILTER, validateNumber, type SmsFilterValues } from './sms-filter';
import { FilterSelect } from '../components/filter-select';
import { SearchForm } from '../components/search-form';

/** Remount to show another filter. */
export function SmsFilterForm(props: {
  shown: SmsFilterValues;
  onFilter: (values: SmsFilterValues) => void;
}) {
  const [values, setValues] = useState(props.shown);
  const [error, setError] = useState(validateNumber(props.shown));
  const change = (part: Partial<SmsFilterValues>) => setValues({ ...values, ...part });
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invalid = validateNumber(values);
    setError(invalid);
    if (invalid) focusFirstError(event.currentTarget);
    else props.onFilter(values);
  };
  const clear = () => {
    setValues(EMPTY_SMS_FILTER);
    setError(undefined);
    props.onFilter(EMPTY_SMS_FILTER);
  };
  return (
    <SearchForm label="SMS" columns="sm:grid-cols-[2fr_1fr]" onSubmit={search} onClear={clear}>
      <Field
        label="Phone number"
        type="search"
        inputMode="tel"
        name="recipient"
        autoComplete="off"
        value={values.recipient}
        onChange={(event) => change({ recipient: event.target.value })}
        error={error}
      />
      <FilterSelect
        label="Status"
        labels={SMS_STATUS_LABELS}
        value={values.status}
        onChange={(event) => change({ status: event.target.value })}
      />
    </SearchForm>
  );
}
