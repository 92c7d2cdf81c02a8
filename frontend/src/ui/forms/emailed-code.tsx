import { useState, type ReactNode } from 'react';
import { Button } from '../buttons/button';
import { CodeForm } from './code-form';
import type { FormError } from './use-submit';

/** Offers to enter the code of an email instead of clicking its link. Not inside a form. */
export function EmailedCode(props: {
  openLabel: string;
  hint: ReactNode;
  submitLabel: string;
  verify: (code: string) => Promise<FormError | undefined>;
  onDone: () => void;
}) {
  const { openLabel, ...rest } = props;
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen)
    return (
      <div className="w-full max-w-form">
        <CodeForm title="Code from the email" label="Code" {...rest} />
      </div>
    );
  return (
    <Button variant="outline" size="small" onClick={() => setIsOpen(true)}>
      {openLabel}
    </Button>
  );
}
