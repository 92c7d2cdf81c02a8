import { useNavigate } from 'react-router-dom';
import { CODE_CONFIRMED } from '../code-confirmed';
import { LinkRequestForm } from './link-request-form';

/** Resends the confirmation email. */
export function ConfirmationForm(props: { email: string }) {
  const navigate = useNavigate();
  return (
    <LinkRequestForm
      code={{
        type: 'signup',
        submitLabel: 'Confirm email',
        onSignedIn: () => void navigate(CODE_CONFIRMED.path, CODE_CONFIRMED.options),
      }}
      email={props.email}
      requestLink={(client, email, captchaToken) => {
        const options = { emailRedirectTo: window.location.origin, captchaToken };
        return client.resend({ type: 'signup', email, options });
      }}
      sentMessage={(email) =>
        `If there’s an unconfirmed account for ${email}, we’ve sent a new link. It may take a minute to arrive.`
      }
    />
  );
}
