import { useState } from 'react';
import { SMS_STATUSES } from '@subscription-site/shared/contracts';
import { SMS_STATUS_WORDS } from '../../../content/support-words';
import { Field } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { NO_SMS_FILTER, numberFault, type SmsFilterEntries } from '../sms-filter';
import { SearchForm } from './search-form';
import { StatusField } from './status-field';

/** Search by number and state. Remount it to show another filter. */
export function SmsFilterForm(props: {
  shown: SmsFilterEntries;
  onFilter: (entries: SmsFilterEntries) => void;
}) {
  const [entries, setEntries] = useState(props.shown);
  const [fault, setFault] = useState(numberFault(props.shown));
  const change = (part: Partial<SmsFilterEntries>) => setEntries({ ...entries, ...part });
  const search = (form: HTMLFormElement) => {
    const found = numberFault(entries);
    setFault(found);
    if (found) focusFirstFault(form);
    else props.onFilter(entries);
  };
  const clear = () => {
    setEntries(NO_SMS_FILTER);
    setFault(undefined);
    props.onFilter(NO_SMS_FILTER);
  };
  return (
    <SearchForm label="SMS" columns="sm:grid-cols-[2fr_1fr]" onSearch={search} onClear={clear}>
      <Field
        label="Phone number"
        type="search"
        inputMode="tel"
        name="recipient"
        autoComplete="off"
        value={entries.recipient}
        onChange={(event) => change({ recipient: event.target.value })}
        error={fault}
      />
      <StatusField
        statuses={SMS_STATUSES}
        words={SMS_STATUS_WORDS}
        value={entries.status}
        onChange={(status) => change({ status })}
      />
    </SearchForm>
  );
}
