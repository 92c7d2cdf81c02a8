import { useId, useState } from 'react';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../content/support-words';
import { Field } from '../../../ui/field';
import { focusFirstFault, isSound, type Faults } from '../../../ui/form-faults';
import { auditFilterFaults, NO_AUDIT_FILTER, type AuditFilterEntries } from '../audit-filter';
import { SearchForm } from './search-form';

/** Narrows the audit log by action, actor and subject. Remount it to show another filter. */
export function AuditFilterForm(props: {
  shown: AuditFilterEntries;
  faults: Faults;
  onFilter: (entries: AuditFilterEntries) => void;
}) {
  const id = useId();
  const [entries, setEntries] = useState(props.shown);
  const [faults, setFaults] = useState(props.faults);
  const entry = (name: keyof AuditFilterEntries, label: string, known?: readonly string[]) => (
    <>
      <Field
        label={label}
        name={name}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        list={known ? `${id}-${name}` : undefined}
        value={entries[name]}
        onChange={(event) => setEntries({ ...entries, [name]: event.target.value })}
        error={faults[name]}
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
    const found = auditFilterFaults(entries);
    setFaults(found);
    if (isSound(found)) props.onFilter(entries);
    else focusFirstFault(form);
  };
  const clear = () => {
    setEntries(NO_AUDIT_FILTER);
    setFaults({});
    props.onFilter(NO_AUDIT_FILTER);
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
