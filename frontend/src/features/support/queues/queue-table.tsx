import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueueMetrics } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Badge } from '../../../ui/data-display/badge';
import { Button } from '../../../ui/buttons/button';
import { Table } from '../../../ui/data-display/table';
import { toastError, toastSuccess } from '../../../ui/feedback/toast';
import { supportKeys } from '../api/queries';
import { resumeQueue } from '../api/support-api';
import { PauseQueueDialog } from './pause-queue-dialog';

const NAME_COLUMNS = ['Queue', 'State'];
const METRIC_COLUMNS = ['Waiting', 'Active', 'Delayed', 'Failing', 'Oldest due'];

/** The queues; administrators can pause them. */
export function QueueTable({ queues, mayPause }: { queues: readonly QueueMetrics[]; mayPause: boolean }) {
  const queryClient = useQueryClient();
  const [pausing, setPausing] = useState<string>();
  const resume = useMutation({
    mutationFn: resumeQueue,
    onSuccess: (_, name) => {
      toastSuccess({ title: 'Queue resumed', description: `${name} is processing jobs again.` });
      void queryClient.invalidateQueries({ queryKey: supportKeys.queues });
    },
    onError: (error) => toastError({ title: 'Couldn’t resume queue', description: errorMessage(error) }),
  });
  const busy = resume.isPending ? resume.variables : undefined;
  return (
    <>
      <Table caption="Queues" columns={[...NAME_COLUMNS, ...(mayPause ? ['Action'] : []), ...METRIC_COLUMNS]}>
        {queues.map((queue) => (
          <tr key={queue.name}>
            <td className="font-semibold">{queue.name}</td>
            <td>
              <Badge tone={queue.paused ? 'marker' : 'success'}>{queue.paused ? 'Paused' : 'Running'}</Badge>
            </td>
            {mayPause ? (
              <td>
                <Button
                  size="small"
                  variant="outline"
                  busyLabel={busy === queue.name && 'One moment...'}
                  onClick={() => (queue.paused ? resume.mutate(queue.name) : setPausing(queue.name))}
                >
                  {queue.paused ? 'Resume' : 'Pause'}
                  <span className="sr-only"> {queue.name}</span>
                </Button>
              </td>
            ) : null}
            <td className="figure">{queue.waiting}</td>
            <td className="figure">{queue.active}</td>
            <td className="figure">{queue.delayed}</td>
            <td className={queue.failing > 0 ? 'figure font-bold text-danger' : 'figure'}>{queue.failing}</td>
            <td className="figure whitespace-nowrap">{formatAge(queue.oldestDueSeconds)}</td>
          </tr>
        ))}
      </Table>
      {pausing ? <PauseQueueDialog name={pausing} onClose={() => setPausing(undefined)} /> : null}
    </>
  );
}

function formatAge(seconds: number): string {
  if (seconds < 1) return '–';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
