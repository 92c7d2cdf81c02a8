import type { ReactNode } from 'react';
import { classNames } from '../class-names';

export type Tone = 'plain' | 'marker' | 'success' | 'danger';

const TONES: Record<Tone, string> = {
  plain: 'border-rule-strong text-ink-soft',
  marker: 'border-marker bg-marker text-marker-ink',
  success: 'border-success text-success bg-success-wash',
  danger: 'border-danger text-danger bg-danger-wash',
};

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded-[2px] border px-1.5 text-fine font-medium sm:whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
