import { Button } from './button';

/** Label during the cooldown; undefined afterward. */
export function resendLabel(secondsLeft: number): string | undefined {
  return secondsLeft > 0 ? `Resend in ${secondsLeft} s` : undefined;
}

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
