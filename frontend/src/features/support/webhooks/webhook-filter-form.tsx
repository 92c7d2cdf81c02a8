import { useState, type SubmitEvent } from 'react';
import { WEBHOOK_STATUS_LABELS } from '../../../content/support-labels';
import { Field } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FilterSelect } from '../components/filter-select';
import { SearchForm } from '../components/search-form';
import { EMPTY_WEBHOOK_FILTER, validateWebhookFilter, type WebhookFilterValues } from './webhook-filter';

/** Remount to show another filter. */
export function WebhookFilterForm(props: {
  shown: WebhookFilterValues;
  onFilter: (values: WebhookFilterValues) => void;
}) {
  const [values, setValues] = useState(props.shown);
  const [errors, setErrors] = useState(() => validateWebhookFilter(props.shown));
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invalid = validateWebhookFilter(values);
    setErrors(invalid);
    if (Object.keys(invalid).length > 0) focusFirstError(event.currentTarget);
    else props.onFilter(values);
  };
  const clear = () => {
    setValues(EMPTY_WEBHOOK_FILTER);
    setErrors({});
    props.onFilter(EMPTY_WEBHOOK_FILTER);
  };
  const text = (name: 'objectId' | 'type', label: string, hint: string) => (
    <Field
      label={label}
      hint={hint}
      type="search"
      name={name}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      error={errors[name]}
    />
  );
  return (
    <SearchForm
      label="Webhooks"
      columns="sm:grid-cols-[2fr_2fr_1fr]"
      onSubmit={search}
      onClear={clear}
      moreCount={[props.shown.type, props.shown.status].filter(Boolean).length}
      more={
        <>
          {text('type', 'Type', 'Such as invoice.paid, or just invoice')}
          <FilterSelect
            label="Status"
            labels={WEBHOOK_STATUS_LABELS}
            value={values.status}
            onChange={(event) => setValues({ ...values, status: event.target.value })}
          />
        </>
      }
    >
      {text('objectId', 'Object ID', 'Such as sub_…, pi_…, in_…, cus_…, or evt_…')}
    </SearchForm>
  );
}
