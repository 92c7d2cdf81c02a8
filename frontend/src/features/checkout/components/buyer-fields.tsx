import type { ReactNode } from 'react';
import { EmailField } from '../../../ui/forms/email-field';
import { Field, PasswordField } from '../../../ui/forms/field';
import type { FieldErrors } from '../../../ui/forms/field-errors';
import { NewPasswordField } from '../../../ui/forms/new-password-field';
import type { BuyerValues } from '../buyer';

/** Fields for the account that is created with the payment. */
export function BuyerFields(props: {
  values: BuyerValues;
  errors: FieldErrors;
  readOnly: boolean;
  /** Shown when the email already has an account. */
  emailHint: ReactNode;
  onChange: (change: Partial<BuyerValues>) => void;
}) {
  const { values, errors, readOnly, emailHint, onChange } = props;
  return (
    <>
      <Field
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        readOnly={readOnly}
        value={values.fullName}
        onChange={(event) => onChange({ fullName: event.target.value })}
        error={errors['fullName']}
      />
      <EmailField
        autoComplete="username"
        readOnly={readOnly}
        value={values.email}
        onChange={(event) => onChange({ email: event.target.value })}
        hint={emailHint}
        error={errors['email']}
      />
      <div className="grid gap-5 sm:max-md:grid-cols-2 lg:grid-cols-2">
        <NewPasswordField
          label="Password"
          readOnly={readOnly}
          value={values.password}
          onChange={(event) => onChange({ password: event.target.value })}
          error={errors['password']}
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          readOnly={readOnly}
          value={values.confirmPassword}
          onChange={(event) => onChange({ confirmPassword: event.target.value })}
          error={errors['confirmPassword']}
        />
      </div>
    </>
  );
}
