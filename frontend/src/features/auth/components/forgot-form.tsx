import { useNavigate } from 'react-router-dom';
import { LinkRequestForm } from './link-request-form';

/** Requests a password reset email. */
export function ForgotForm(props: { email: string }) {
  const navigate = useNavigate();
  return (
    <LinkRequestForm
      code={{
        type: 'recovery',
        submitLabel: 'Continue',
        onSignedIn: () => void navigate('/auth/reset'),
      }}
      email={props.email}
      requestLink={(client, email, captchaToken) => {
        const redirectTo = `${window.location.origin}/auth/reset`;
        return client.resetPasswordForEmail(email, { redirectTo, captchaToken });
      }}
      sentMessage={(email) =>
        `If there’s an account for ${email}, we’ve sent it a link. It may take a minute to arrive.`
      }
    />
  );
}
