import { useLoad } from '../../../lib/use-load';
import { useInterval } from '../../../lib/use-interval';
import { fetchEmail } from '../api/support-api';

const POLL_EVERY_MS = 2_000;

/** An email, polled until it is sent, failed, or canceled. */
export function usePolledEmail(id: string) {
  const email = useLoad(id, () => fetchEmail(id));
  const { value, reload } = email;
  const inProgress = value?.status === 'queued' || value?.status === 'sending';
  useInterval(inProgress, POLL_EVERY_MS, () => void reload());
  return email;
}
