import type { ReactNode } from 'react';
import { classNames } from '../class-names';

/** The accepted card brands. */
export function CardMarks({ className }: { className?: string }) {
  return (
    <span className={classNames('flex gap-1.5', className)}>
      <Mark name="Visa" background="#fff">
        <text x="19" y="16.5" fontSize="11" fontStyle="italic" fill="#1a1f71">
          VISA
        </text>
      </Mark>
      <Mark name="Mastercard" background="#fff">
        <circle cx="15" cy="12" r="6.5" fill="#eb001b" />
        <circle cx="23" cy="12" r="6.5" fill="#f79e1b" fillOpacity="0.9" />
      </Mark>
      <Mark name="American Express" background="#016fd0">
        <text x="19" y="15.5" fontSize="9" fill="#fff">
          AMEX
        </text>
      </Mark>
    </span>
  );
}

function Mark({ name, background, children }: { name: string; background: string; children: ReactNode }) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn inline, so that it needs no request
      role="img"
      aria-label={name}
      viewBox="0 0 38 24"
      className="h-6 w-9.5 font-bold"
      textAnchor="middle"
      fontFamily="Arial, sans-serif"
    >
      <rect
        x="0.5"
        y="0.5"
        width="37"
        height="23"
        rx="3"
        fill={background}
        stroke="var(--color-rule-strong)"
      />
      {children}
    </svg>
  );
}
