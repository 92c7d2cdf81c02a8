import { Button } from './button';

/** Sends a mail once more, when `left` seconds have passed. */
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
      {left > 0 ? `Send it again in ${left} s` : 'Send it again'}
    </Button>
  );
}
