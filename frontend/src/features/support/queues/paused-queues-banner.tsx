import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../../ui/feedback/callout';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';

/** Reminds staff on every screen that a queue is paused. */
export function PausedQueuesBanner() {
  const { data } = useQuery(supportQueries.pausedQueues());
  const paused = data?.queues.filter((queue) => queue.paused).map(({ name }) => name) ?? [];
  if (paused.length === 0) return null;
  return (
    <Callout
      tone="marker"
      title={paused.length === 1 ? 'A queue is paused' : `${paused.length} queues are paused`}
      className="mb-6"
    >
      <p>
        {paused.join(', ')}: no jobs are processed, such as emails and payments.{' '}
        <Link to="/admin/queues" className="text-link">
          Open queues
        </Link>
      </p>
    </Callout>
  );
}
