import { useState } from 'react';
import { EMAIL_STATUSES } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_LABELS, EMAIL_TEMPLATE_LABELS } from '../../../content/support-labels';
import { Field, SelectField } from '../../../ui/forms/field';
import { EMPTY_EMAIL_FILTER, type EmailFilterValues } from './email-filter';
import { SearchForm } from '../components/search-form';
import { StatusField } from '../components/status-field';

/** Remount to show another filter. */
export function EmailFilterForm(props: {
  shown: EmailFilterValues;
  onFilter: (values: EmailFilterValues) => void;
}) {
  const [values, setValues] = useState(props.shown);
  const change = (part: Partial<EmailFilterValues>) => setValues({ ...values, ...part });
  const clear = () => {
    setValues(EMPTY_EMAIL_FILTER);
    props.onFilter(EMPTY_EMAIL_FILTER);
  };
  return (
    <SearchForm
      label="Emails"
      columns="grid-cols-2 lg:grid-cols-[2fr_1fr_1.5fr_1fr_1fr]"
      onSearch={() => props.onFilter(values)}
      onClear={clear}
    >
      <Field
        label="Recipient"
        type="search"
        name="recipient"
        autoComplete="off"
        value={values.recipient}
        onChange={(event) => change({ recipient: event.target.value })}
        className="max-lg:col-span-2"
      />
      <StatusField
        statuses={EMAIL_STATUSES}
        words={EMAIL_STATUS_LABELS}
        value={values.status}
        onChange={(status) => change({ status })}
      />
      <SelectField
        label="Template"
        name="template"
        value={values.template}
        onChange={(event) => change({ template: event.target.value })}
      >
        <option value="">Any</option>
        {Object.entries(EMAIL_TEMPLATE_LABELS).map(([template, words]) => (
          <option key={template} value={template}>
            {words}
          </option>
        ))}
      </SelectField>
      <Field
        label="From"
        type="date"
        name="from"
        value={values.from}
        onChange={(event) => change({ from: event.target.value })}
        className="max-sm:col-span-2"
      />
      <Field
        label="To"
        type="date"
        name="to"
        value={values.to}
        onChange={(event) => change({ to: event.target.value })}
        className="max-sm:col-span-2"
      />
    </SearchForm>
  );
}
