import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../../ui/buttons/button';
import { classNames } from '../../../ui/class-names';

/** Filter form of a console list; `columns` sets its grid layout. */
export function SearchForm(props: {
  label: string;
  columns: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
  onClear: () => void;
  children: ReactNode;
  /** Fields that phones show only on request. */
  more?: ReactNode;
  /** How many of them are filled in. */
  moreCount?: number;
}) {
  const { more, moreCount = 0 } = props;
  const [showsMore, setShowsMore] = useState(false);
  const id = useId();
  return (
    <search aria-label={props.label}>
      <form
        noValidate
        onSubmit={(event) => void props.onSubmit(event)}
        className={`grid gap-4 border border-rule bg-card p-4 ${props.columns}`}
      >
        {props.children}
        {more ? (
          <div id={id} className={classNames('contents', !showsMore && 'max-sm:hidden')}>
            {more}
          </div>
        ) : null}
        <div className="col-span-full flex flex-wrap gap-3">
          <Button type="submit">Search</Button>
          <Button variant="quiet" onClick={props.onClear}>
            Clear
          </Button>
          {more ? (
            <Button
              variant="outline"
              className="ml-auto sm:hidden"
              aria-expanded={showsMore}
              aria-controls={id}
              onClick={() => setShowsMore(!showsMore)}
            >
              Filters{moreCount > 0 ? ` (${moreCount})` : null}
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
}
