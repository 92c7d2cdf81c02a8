import { LinkRequestForm } from './link-request-form';

/** Requests a password reset email. */
export function ForgotForm(props: { email: string }) {
  return (
    <LinkRequestForm
      email={props.email}
      requestLink={(client, email, captchaToken) => {
        const redirectTo = `${window.location.origin}/auth/reset`;
        return client.resetPasswordForEmail(email, { redirectTo, captchaToken });
      }}
      sentMessage={(email) =>
        `If ${email} has an account, we've sent a link to it. It can take a minute to arrive.`
      }
    />
  );
}
