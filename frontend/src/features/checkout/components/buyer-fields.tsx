import type { ReactNode } from 'react';
import { EmailField } from '../../../ui/email-field';
import { Field, PasswordField } from '../../../ui/field';
import type { Faults } from '../../../ui/form-faults';
import { NewPasswordField } from '../../../ui/new-password-field';
import type { BuyerEntries } from '../buyer';

/** Who is buying: the account is made by the payment. */
export function BuyerFields(props: {
  entries: BuyerEntries;
  faults: Faults;
  disabled: boolean;
  /** The way on for an address that has an account. */
  emailHint: ReactNode;
  onChange: (change: Partial<BuyerEntries>) => void;
}) {
  const { entries, faults, disabled, emailHint, onChange } = props;
  return (
    <>
      <Field
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        disabled={disabled}
        value={entries.fullName}
        onChange={(event) => onChange({ fullName: event.target.value })}
        error={faults['fullName']}
      />
      <EmailField
        autoComplete="username"
        disabled={disabled}
        value={entries.email}
        onChange={(event) => onChange({ email: event.target.value })}
        hint={emailHint}
        error={faults['email']}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NewPasswordField
          label="Password"
          disabled={disabled}
          value={entries.password}
          onChange={(event) => onChange({ password: event.target.value })}
          error={faults['password']}
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          disabled={disabled}
          value={entries.confirmPassword}
          onChange={(event) => onChange({ confirmPassword: event.target.value })}
          error={faults['confirmPassword']}
        />
      </div>
    </>
  );
}
