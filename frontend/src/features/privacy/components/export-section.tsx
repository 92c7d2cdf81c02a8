import { useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DataExport } from '@subscription-site/shared/contracts';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { Callout } from '../../../ui/feedback/callout';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { catchFormError } from '../../../ui/forms/catch-form-error';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { TitledSection } from '../../../ui/layout/titled-section';
import { requestExport } from '../api/privacy-api';
import { exportQuery } from '../api/queries';

/** Prepares an archive of the user's data, and offers it for download. */
export function ExportSection({ latest }: { latest: DataExport | null }) {
  const queryClient = useQueryClient();
  const { busy, formError, run } = useSubmit();
  const heading = useRef<HTMLHeadingElement>(null);
  const isReady = latest?.status === 'ready';

  const prepare = async () => {
    await run(() =>
      catchFormError('Couldn’t prepare your download', async () => {
        queryClient.setQueryData(exportQuery.queryKey, await requestExport());
      }),
    );
    restoreFocus(heading.current);
  };

  return (
    <TitledSection
      headingRef={heading}
      title="Download your data"
      lead="A ZIP file with everything we store about you: your profile, sign-ins, purchases, emails, and files."
    >
      <div className="grid max-w-[36rem] justify-items-start gap-6">
        {latest ? <ExportState latest={latest} /> : null}
        <FormErrorAlert error={formError} />
        {latest?.status === 'pending' ? null : (
          <Button
            variant={isReady ? 'quiet' : 'ink'}
            className={isReady ? '-ml-4.5' : undefined}
            busyLabel={busy && 'One moment...'}
            onClick={() => void prepare()}
          >
            {isReady ? 'Prepare a new copy' : latest ? 'Try again' : 'Prepare download'}
          </Button>
        )}
        {latest ? null : (
          <p className="text-small text-ink-soft">
            This usually takes a few minutes. We’ll email you when your download is ready.
          </p>
        )}
      </div>
    </TitledSection>
  );
}

function ExportState({ latest: { status, expiresAt, sizeBytes, downloadPath } }: { latest: DataExport }) {
  if (status === 'pending') {
    return (
      <Callout title="We’re preparing your download" className="w-full">
        <p>This page updates automatically. You can close it; we’ll email you when your download is ready.</p>
      </Callout>
    );
  }
  if (status === 'failed' || !downloadPath || !expiresAt) {
    return (
      <Callout tone="danger" title="We couldn’t prepare your download" className="w-full">
        <p>Please try again. If it keeps failing, contact support.</p>
      </Callout>
    );
  }
  return (
    <Callout tone="success" title="Your download is ready" className="w-full">
      <p>
        Available until <ShortDate at={expiresAt} withTime /> while you’re signed in on this device. Unzip it
        and open index.html to read your data. Keep it somewhere safe: it contains everything we store about
        you.
      </p>
      <a href={downloadPath} download className={buttonClass('ink', 'medium', 'mt-4 mb-1')}>
        Download {sizeBytes === null ? null : <span className="font-normal">({formatSize(sizeBytes)})</span>}
      </a>
    </Callout>
  );
}

function formatSize(bytes: number): string {
  const megabytes = bytes / 1e6;
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1e3))} KB`;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
