import { useRef } from 'react';
import type { EmailOtpType } from '@supabase/auth-js';
import { useAuth } from '../../../lib/session/auth-context';
import { verifyEmailCode } from '../../../lib/session/email-code';
import { requiresMfa } from '../../../lib/session/mfa';
import { EmailedCode } from '../../../ui/forms/emailed-code';
import { toFormError, type FormError } from '../../../ui/forms/use-submit';

export interface EmailCodeProps {
  type: EmailOtpType;
  /** The address the code was sent to. */
  email: string;
  submitLabel: string;
  onSubmitting?: (submitting: boolean) => void;
  /** Not called if MFA is required next. */
  onSignedIn: () => void;
}

/** Signs in with the code of an email instead of its link. */
export function EmailCode({ type, email, submitLabel, onSubmitting, onSignedIn }: EmailCodeProps) {
  const { connect } = useAuth();
  const isSignedIn = useRef(false);
  const verify = async (code: string): Promise<FormError | undefined> => {
    const client = await connect();
    onSubmitting?.(true);
    try {
      const { session, failure } = await verifyEmailCode(client, type, email, code);
      isSignedIn.current = session !== null && !requiresMfa(session);
      return toFormError('Sign in failed', failure);
    } finally {
      if (!isSignedIn.current) onSubmitting?.(false);
    }
  };
  return (
    <EmailedCode
      openLabel="Enter the code instead"
      hint={
        <>
          The six digits in the email to <span className="wrap-anywhere">{email}</span>.
        </>
      }
      submitLabel={submitLabel}
      verify={verify}
      onDone={() => isSignedIn.current && onSignedIn()}
    />
  );
}
