import { accountRules } from '../../lib/config/account-rules';
import { passwordHint } from '../../lib/form-validation';
import { PasswordField, type FieldProps } from './field';

/** Field for a new password, with the password rules as its hint. */
export function NewPasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  return (
    <PasswordField
      name="password"
      autoComplete="new-password"
      required
      minLength={accountRules().passwordMinLength}
      hint={passwordHint()}
      {...props}
    />
  );
}
