import type { ComponentProps } from 'react';
import { classNames } from '../class-names';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={classNames('rounded-card border border-rule bg-card p-6 sm:p-8', className)} />
  );
}
