import { Icon, type IconProps } from './icons';

export const DownIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m5 8 5 5 5-5" />
  </Icon>
);
