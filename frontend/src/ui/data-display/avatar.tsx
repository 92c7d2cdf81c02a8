import { useState } from 'react';
import { classNames } from '../class-names';

/** A round picture of a person, or their initials. Decorative: their name is beside it. `className` sets the size. */
export function Avatar({
  src,
  name,
  className,
}: {
  src: string | undefined;
  name: string;
  className: string;
}) {
  const [failed, setFailed] = useState<string>();
  const frame = classNames('shrink-0 rounded-full border border-rule', className);
  if (src && src !== failed)
    return (
      <img src={src} alt="" className={classNames(frame, 'object-cover')} onError={() => setFailed(src)} />
    );
  return (
    <span
      aria-hidden="true"
      className={classNames(frame, 'grid place-items-center bg-well font-bold text-ink-soft uppercase')}
    >
      {getInitials(name)}
    </span>
  );
}

/** Initials of the first and last name, or the first letter of an email. Of the first name only if they would mix scripts. */
function getInitials(name: string): string {
  const words = name.split(/[\s@]+/u).filter((word) => /\p{L}|\p{N}/u.test(word));
  const [first = '', last = ''] = [words[0], name.includes('@') ? undefined : words.slice(1).at(-1)].map(
    getInitial,
  );
  return last && isLatin(first) === isLatin(last) ? first + last : first;
}

const getInitial = (word = ''): string => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '';

const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);
