import type { ReactNode } from 'react';

/** A labeled chart on a card. */
export function FigureFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture made of type cannot be an img element
      role="img"
      aria-label={label}
      className="forced-color-adjust-none flex h-48 flex-col justify-center border-b border-rule bg-well px-6 text-fine"
    >
      {children}
    </div>
  );
}
