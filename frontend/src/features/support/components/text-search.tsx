import { useState } from 'react';
import { Field } from '../../../ui/forms/field';
import { SearchForm } from './search-form';

/** A search with one field. Remount to show a different text. */
export function TextSearch(props: {
  label: string;
  field: string;
  shown: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(props.shown);
  return (
    <SearchForm
      label={props.label}
      columns="max-w-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSearch(text.trim());
      }}
      onClear={() => {
        setText('');
        props.onSearch('');
      }}
    >
      <Field
        label={props.field}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </SearchForm>
  );
}
