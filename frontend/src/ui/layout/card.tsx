import type { ComponentProps } from 'react';
import { classNames } from '../class-names';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-sheet border border-rule bg-sheet p-6 sm:p-8', className)}
    />
  );
}
