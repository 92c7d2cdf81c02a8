import { accountRules } from '../lib/config/account-rules';
import { passwordHint } from '../lib/form-validation';
import { PasswordField, type FieldProps } from './field';

/** Asks for a password that is to be, and says beforehand what is asked of it. Password managers offer one of their own. */
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
