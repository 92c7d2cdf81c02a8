import { useState } from 'react';
import { EMAIL_STATUSES } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_WORDS, EMAIL_TEMPLATE_WORDS } from '../../../content/support-words';
import { Field, SelectField } from '../../../ui/field';
import { NO_FILTER, type FilterEntries } from '../email-filter';
import { SearchForm } from './search-form';
import { StatusField } from './status-field';

/** Search by address, state, template and days. Remount it to show another filter. */
export function EmailFilterForm(props: { shown: FilterEntries; onFilter: (entries: FilterEntries) => void }) {
  const [entries, setEntries] = useState(props.shown);
  const change = (part: Partial<FilterEntries>) => setEntries({ ...entries, ...part });
  const clear = () => {
    setEntries(NO_FILTER);
    props.onFilter(NO_FILTER);
  };
  return (
    <SearchForm
      label="Emails"
      columns="grid-cols-2 lg:grid-cols-[2fr_1fr_1.5fr_1fr_1fr]"
      onSearch={() => props.onFilter(entries)}
      onClear={clear}
    >
      <Field
        label="Recipient"
        type="search"
        name="recipient"
        autoComplete="off"
        value={entries.recipient}
        onChange={(event) => change({ recipient: event.target.value })}
        className="max-lg:col-span-2"
      />
      <StatusField
        statuses={EMAIL_STATUSES}
        words={EMAIL_STATUS_WORDS}
        value={entries.status}
        onChange={(status) => change({ status })}
      />
      <SelectField
        label="Template"
        name="template"
        value={entries.template}
        onChange={(event) => change({ template: event.target.value })}
      >
        <option value="">Any</option>
        {Object.entries(EMAIL_TEMPLATE_WORDS).map(([template, words]) => (
          <option key={template} value={template}>
            {words}
          </option>
        ))}
      </SelectField>
      <Field
        label="From"
        type="date"
        name="from"
        value={entries.from}
        onChange={(event) => change({ from: event.target.value })}
        className="max-sm:col-span-2"
      />
      <Field
        label="To"
        type="date"
        name="to"
        value={entries.to}
        onChange={(event) => change({ to: event.target.value })}
        className="max-sm:col-span-2"
      />
    </SearchForm>
  );
}
