import { Button } from './button';

/** What a button reads while one has to wait; nothing when the wait is over. */
export function againLabel(left: number): string | undefined {
  return left > 0 ? `Resend in ${left} s` : undefined;
}

/** Sends something once more, when `left` seconds have passed. */
export function SendAgain(props: { busy: boolean; left: number; onPress: () => void }) {
  const { busy, left, onPress } = props;
  return (
    <Button
      variant="outline"
      size="small"
      busyLabel={busy && 'Sending...'}
      disabled={left > 0}
      onClick={onPress}
    >
      {againLabel(left) ?? 'Resend'}
    </Button>
  );
}
