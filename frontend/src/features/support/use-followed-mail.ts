import { useLoad } from '../../lib/use-load';
import { useRepeat } from '../../lib/use-repeat';
import { fetchEmail } from './api/support-api';

const WATCH_EVERY_MS = 2_000;

/** A mail, read again and again while it is under way: until it is sent, fails or is stopped. */
export function useFollowedMail(id: string) {
  const mail = useLoad(id, () => fetchEmail(id));
  const { value, reload } = mail;
  const underWay = value?.status === 'queued' || value?.status === 'sending';
  useRepeat(underWay, WATCH_EVERY_MS, () => void reload());
  return mail;
}
