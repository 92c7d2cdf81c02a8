import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileDetail } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Callout } from '../../../ui/feedback/callout';
import { createPreview } from './files-api';

const IMAGES_WITH_PREVIEW = /^image\/(jpeg|png|webp|gif|avif)\b/;

/** A smaller copy of an image, loaded on request because each view of a customer's file is audited. */
export function FilePreview({ file }: { file: FileDetail }) {
  const [failed, setFailed] = useState(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => createPreview(file),
    onMutate: () => setFailed(false),
  });
  if (!IMAGES_WITH_PREVIEW.test(file.type)) return null;
  return (
    <section aria-labelledby="preview" className="mt-8">
      <h2 id="preview" className="text-h3">
        Preview
      </h2>
      <div className="mt-3">
        {data && !failed ? (
          <img
            src={data.url}
            alt={`Preview of ${file.name}`}
            onError={() => setFailed(true)}
            className="max-h-[32rem] max-w-full border border-rule bg-well object-contain"
          />
        ) : (
          <Button variant="outline" busyLabel={isPending && 'Loading...'} onClick={() => mutate()}>
            Show preview
          </Button>
        )}
      </div>
      {error || failed ? (
        <Callout tone="danger" title="The preview couldn’t be loaded" className="mt-4">
          <p>{error ? errorMessage(error) : 'The file may be damaged or may not be an image.'}</p>
        </Callout>
      ) : null}
    </section>
  );
}
