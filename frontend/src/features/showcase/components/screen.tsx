import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names';

/** Frame of a product illustration, drawn with text and CSS to stay sharp in every theme. */
export function Screen(props: {
  title: string;
  note?: string;
  /** Text alternative of the illustration. */
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const { title, note, label, className, children } = props;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of type cannot be an img element
      role="img"
      aria-label={label}
      className={classNames(
        '@container w-full forced-color-adjust-none rounded-card border border-rule bg-card px-4 pt-4 pb-4.5 text-left text-small shadow-card sm:px-6',
        className,
      )}
    >
      <div className="flex items-baseline justify-between gap-4 border-b-2 border-ink pb-2.5">
        <span className="font-bold tracking-tight">{title}</span>
        {note ? <span className="caption whitespace-nowrap">{note}</span> : null}
      </div>
      {children}
    </div>
  );
}
