import type { AuthMFAEnrollTOTPResponse } from '@supabase/auth-js';
import { CodeForm } from '../../../../ui/forms/code-form';
import { CopyButton } from '../../../../ui/buttons/copy-button';
import type { FormError } from '../../../../ui/forms/use-submit';

/** A started TOTP enrollment: id and secret as QR code, text, and URI. */
export type Enrollment = NonNullable<AuthMFAEnrollTOTPResponse['data']>;

/** Shows the secret of a new app and asks for its first code. */
export function EnrollSecret(props: {
  enrollment: Enrollment;
  confirm: (code: string) => Promise<FormError | undefined>;
  onDone: () => void;
}) {
  const { qr_code, secret, uri } = props.enrollment.totp;
  return (
    <div className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
        <img
          src={qr_code}
          alt="QR code for the authenticator app"
          className="size-44 justify-self-center max-sm:size-36 border border-rule bg-[#fff] p-3"
        />
        <div className="grid gap-3 text-small">
          <p>Scan this with your app, or enter the key manually:</p>
          <p className="code text-body break-words select-all">{inGroups(secret)}</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <CopyButton text={secret} label="Copy key" copied="Key copied." />
            <a href={uri} className="text-link inline-flex min-h-11 items-center">
              Open in an app on this device
            </a>
          </div>
        </div>
      </div>
      <CodeForm
        title="Verify your app"
        label="Code"
        hint="Enter the 6-digit code your app shows now."
        submitLabel="Add app"
        verify={props.confirm}
        onDone={props.onDone}
      />
    </div>
  );
}

/** Groups of four letters are easier to read and type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
