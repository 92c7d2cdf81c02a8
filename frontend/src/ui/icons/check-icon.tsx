import { Icon, type IconProps } from './icons';

export const CheckIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m4 10.5 4 4 8-9" />
  </Icon>
);
