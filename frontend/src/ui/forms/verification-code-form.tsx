import { useRef, type ReactNode } from 'react';
import { CodeForm } from './code-form';
import { FormErrorAlert } from './form-error-alert';
import { ResendButton } from '../buttons/resend-button';
import type { FormError } from './use-submit';

/** Asks for a code sent by email or text message, with a button to resend it. */
export function VerificationCodeForm(props: {
  /** Accessible name of the form. */
  title: string;
  hint: ReactNode;
  submitLabel: string;
  doneLabel?: string;
  verify: (code: string) => Promise<FormError | undefined>;
  onDone: () => void;
  resend: { busy: boolean; secondsLeft: number; formError: FormError | undefined; onClick: () => void };
  /** Additional actions. */
  children?: ReactNode;
}) {
  const { title, hint, submitLabel, doneLabel, verify, onDone, resend, children } = props;
  const { formError, onClick, ...cooldown } = resend;
  const container = useRef<HTMLDivElement>(null);
  const resendCode = () => {
    // The button is disabled during the cooldown, and the new code is entered next.
    container.current?.querySelector('input')?.focus();
    onClick();
  };
  return (
    <div ref={container}>
      <CodeForm
        title={title}
        label="Code"
        hint={hint}
        submitLabel={submitLabel}
        doneLabel={doneLabel}
        verify={verify}
        onDone={onDone}
      />
      <div className="mt-5 grid gap-4">
        <FormErrorAlert error={formError} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <ResendButton {...cooldown} onClick={resendCode} />
          {children}
        </div>
      </div>
    </div>
  );
}
