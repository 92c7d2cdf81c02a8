import { useEffect, useRef, type ComponentProps } from 'react';

/** Heading of content that replaces other content without navigation. Takes focus and scrolls into view. */
export function FocusedHeading({
  level = 2,
  children,
  ...rest
}: ComponentProps<'h2'> & { level?: 1 | 2 | 3 }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  const Heading = `h${level}` as const;
  return (
    <Heading {...rest} ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  );
}
