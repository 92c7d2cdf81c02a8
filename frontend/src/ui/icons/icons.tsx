import type { ReactNode } from 'react';

/** A 20×20 line icon. Keep icons used on few pages out of this file: it is loaded on every page. */
export function Icon({ children, className = 'size-5' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="square"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
export interface IconProps {
  className?: string;
}

export const CloseIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);
export const MenuIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M3 6h14M3 10h14M3 14h9" />
  </Icon>
);
export const OutwardIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6 14 14 6M7.5 6H14v6.5" />
  </Icon>
);
export const BackIcon = ({ className }: IconProps) => (
  <Icon className={`rtl:-scale-x-100 ${className}`}>
    <path d="M16 10H4m5-5-5 5 5 5" />
  </Icon>
);
export const DarkIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M16.5 12.5A7 7 0 0 1 7.5 3.5a7 7 0 1 0 9 9Z" />
  </Icon>
);
export const LightIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4" />
  </Icon>
);
