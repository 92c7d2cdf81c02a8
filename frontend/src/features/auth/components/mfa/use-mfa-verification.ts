import type { AuthClient } from '../../../../lib/session/auth-client';
import { toAuthFailure } from '../../../../lib/session/auth-failure';
import { useAuth } from '../../../../lib/session/auth-context';
import type { DeviceError } from '../../../../lib/session/passkeys';
import { toastError } from '../../../../ui/feedback/toast';
import { toFormError, type FormError } from '../../../../ui/forms/use-submit';

export interface MfaProps {
  onSubmitting?: (submitting: boolean) => void;
  /** Called when sign-in is complete. */
  onDone: () => void;
}

type Outcome = DeviceError | null;

/** Verifies a second factor. Refreshes the session when the factor or session was removed elsewhere. */
export function useMfaVerification(onActing: MfaProps['onSubmitting']) {
  const { connect, signOut } = useAuth();

  const handleResult = async (
    client: AuthClient,
    title: string,
    error: Outcome,
    messages: Record<string, string>,
  ): Promise<FormError | undefined> => {
    const formError = toFormError(title, toAuthFailure(error as Parameters<typeof toAuthFailure>[0]));
    if (!formError) return undefined;
    const { code = '', description } = formError;
    if (code === 'mfa_factor_not_found') await client.refreshSession();
    else if (code === 'session_not_found') await signOut();
    else return { ...formError, description: messages[code] ?? description };
    // The form disappears with the factor or session.
    toastError(formError);
    return { ...formError, shownElsewhere: true };
  };

  return {
    /** A preparatory step that does not sign in, such as sending a code. */
    prepare: async (title: string, action: (client: AuthClient) => Promise<Outcome>) => {
      const client = await connect();
      return handleResult(client, title, await action(client), {});
    },
    /** The verification itself. `messages` overrides error messages by code. */
    verify: async (action: (client: AuthClient) => Promise<Outcome>, messages: Record<string, string>) => {
      onActing?.(true);
      const client = await connect();
      const formError = await handleResult(client, 'Sign in failed', await action(client), messages);
      if (formError) onActing?.(false);
      return formError;
    },
  };
}
