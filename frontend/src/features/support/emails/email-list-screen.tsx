import { useState } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { readFilter, toEmailFilter, writeFilter } from './email-filter';
import type { ReplayRequest } from './replay/replay';
import { supportKeys, supportQueries } from '../api/queries';
import { EmailFilterForm } from './email-filter-form';
import { EmailResults } from './email-results';
import { ReplayDialog } from './replay/replay-dialog';

/** Search, select, and resend emails. The filter is part of the URL, so that it can be shared. */
export function EmailListScreen() {
  usePageTitle('Emails');
  const [query, setQuery] = useSearchParams();
  const values = readFilter(query);
  const filter = toEmailFilter(values);
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(supportQueries.emails(filter));
  const [selection, setSelection] = useState<{ query: string; ids: readonly string[] }>({
    query: '',
    ids: [],
  });
  const [replayRequest, setReplayRequest] = useState<ReplayRequest>();

  const selected = selection.query === query.toString() ? selection.ids : [];
  const select = (ids: readonly string[]) => setSelection({ query: query.toString(), ids });
  const chosen = () => list.data?.filter((email) => selected.includes(email.id)) ?? [];

  return (
    <>
      <h1 className="text-h2">Emails</h1>
      <div className="mt-6">
        <EmailFilterForm
          key={query.toString()}
          shown={values}
          onFilter={(next) => setQuery(writeFilter(next))}
        />
      </div>
      <EmailResults
        list={list}
        isFiltered={Object.keys(filter).length > 0}
        selected={selected}
        onSelect={select}
        onReplaySelected={() => setReplayRequest({ kind: 'some', emails: chosen() })}
        onReplayMatching={() => setReplayRequest({ kind: 'matching', filter })}
      />
      {replayRequest ? (
        <ReplayDialog
          request={replayRequest}
          onClose={(acted) => {
            setReplayRequest(undefined);
            if (!acted) return;
            select([]);
            void queryClient.invalidateQueries({ queryKey: supportKeys.emails });
          }}
        />
      ) : null}
    </>
  );
}
