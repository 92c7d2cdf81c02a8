import { useState, type SubmitEvent } from 'react';
import { SMS_STATUSES } from '@subscription-site/shared/contracts';
import { SMS_STATUS_WORDS } from '../../../content/support-words';
import { Button } from '../../../ui/button';
import { Field, SelectField } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { NO_SMS_FILTER, numberFault, type SmsFilterEntries } from '../sms-filter';

/** Search by number and state. Remount it to show another filter. */
export function SmsFilterForm(props: {
  shown: SmsFilterEntries;
  onFilter: (entries: SmsFilterEntries) => void;
}) {
  const [entries, setEntries] = useState(props.shown);
  const [fault, setFault] = useState(numberFault(props.shown));
  const change = (part: Partial<SmsFilterEntries>) => setEntries({ ...entries, ...part });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = numberFault(entries);
    setFault(found);
    if (found) focusFirstFault(event.currentTarget);
    else props.onFilter(entries);
  };
  return (
    <search aria-label="Messages">
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-4 border border-rule bg-sheet p-4 sm:grid-cols-[2fr_1fr]"
      >
        <Field
          label="Number"
          type="search"
          inputMode="tel"
          name="recipient"
          autoComplete="off"
          value={entries.recipient}
          onChange={(event) => change({ recipient: event.target.value })}
          error={fault}
        />
        <SelectField
          label="Status"
          name="status"
          value={entries.status}
          onChange={(event) => change({ status: event.target.value })}
        >
          <option value="">Any</option>
          {SMS_STATUSES.map((status) => (
            <option key={status} value={status}>
              {SMS_STATUS_WORDS[status]}
            </option>
          ))}
        </SelectField>
        <div className="col-span-full flex gap-3">
          <Button type="submit">Search</Button>
          <Button
            variant="quiet"
            onClick={() => {
              setEntries(NO_SMS_FILTER);
              setFault(undefined);
              props.onFilter(NO_SMS_FILTER);
            }}
          >
            Clear
          </Button>
        </div>
      </form>
    </search>
  );
}
