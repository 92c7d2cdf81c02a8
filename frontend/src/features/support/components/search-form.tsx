import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/buttons/button';

/** Filter form of a console list; `columns` sets its grid layout. */
export function SearchForm(props: {
  label: string;
  columns: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <search aria-label={props.label}>
      <form
        noValidate
        onSubmit={(event) => void props.onSubmit(event)}
        className={`grid gap-4 border border-rule bg-sheet p-4 ${props.columns}`}
      >
        {props.children}
        <div className="col-span-full flex gap-3">
          <Button type="submit">Search</Button>
          <Button variant="quiet" onClick={props.onClear}>
            Clear
          </Button>
        </div>
      </form>
    </search>
  );
}
