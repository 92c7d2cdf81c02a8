import { classNames } from '../../../ui/class-names';

/** Filled boxes are used seats, highlighted ones are paid for but unused. */
export function Seats({ seats, used }: { seats: number; used: number }) {
  return (
    <span className="flex gap-1">
      {Array.from({ length: seats }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'size-2 border sm:size-2.5',
            index < used ? 'border-ink bg-ink' : 'border-rule-strong bg-marker dark:border-marker',
          )}
        />
      ))}
    </span>
  );
}
