import { Button } from './button';

/** What a button reads while one has to wait; nothing when the wait is over. */
export function resendLabel(secondsLeft: number): string | undefined {
  return secondsLeft > 0 ? `Resend in ${secondsLeft} s` : undefined;
}

/** Sends something once more, when `left` seconds have passed. */
export function ResendButton(props: { busy: boolean; secondsLeft: number; onClick: () => void }) {
  const { busy, secondsLeft, onClick } = props;
  return (
    <Button
      variant="outline"
      size="small"
      busyLabel={busy && 'Sending...'}
      disabled={secondsLeft > 0}
      onClick={onClick}
    >
      {resendLabel(secondsLeft) ?? 'Resend'}
    </Button>
  );
}
