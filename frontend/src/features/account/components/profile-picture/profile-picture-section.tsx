import { lazy, Suspense, useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/hydration/load-chunk';
import type { User } from '../../../../lib/session/auth-client';
import {
  pictureUrl,
  removeProfilePicture,
  saveProfilePicture,
  useProfilePicture,
} from '../../../../lib/session/profile-picture';
import { getDisplayName } from '../../../../lib/session/user-metadata';
import { Button } from '../../../../ui/buttons/button';
import { Avatar } from '../../../../ui/data-display/avatar';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit, type FormError } from '../../../../ui/forms/use-submit';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { TitledSection } from '../../../../ui/layout/titled-section';
import { decodePicture } from './crop-image';

const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
const MAX_BYTES = 25_000_000;

const CropDialog = lazy(async () => ({
  default: await loadChunk(async () => (await import('./crop-dialog')).CropDialog),
}));

/** The user's picture: choose, crop, replace, remove. */
export function ProfilePictureSection({ user }: { user: User }) {
  const picture = useProfilePicture(user.id);
  const { busy, formError, run } = useSubmit();
  const [chosen, setChosen] = useState<HTMLCanvasElement>();
  const [removing, setRemoving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const url = pictureUrl(picture, 192);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    await run(async () => {
      if (!isAcceptable(file)) return UNUSABLE;
      const decoded = await decodePicture(file);
      setChosen(decoded);
      return decoded ? undefined : DAMAGED;
    });
  };
  const save = (file: Blob) =>
    catchFormError('Couldn’t save your picture', () => saveProfilePicture(user.id, file));
  const remove = () => catchFormError('Couldn’t remove your picture', () => removeProfilePicture(user.id));

  return (
    <TitledSection
      headingRef={heading}
      title="Profile picture"
      lead="Visible in your account menu and to our support team. Anyone with the link can view it."
    >
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={url} name={getDisplayName(user)} className="size-24 text-h3" />
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept={ACCEPTED.join(',')}
            hidden
            aria-label="Picture file"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // Lets the user choose the same file again.
              event.target.value = '';
            }}
          />
          <Button variant="outline" busyLabel={busy && 'Opening...'} onClick={() => input.current?.click()}>
            {url ? 'Replace picture' : 'Choose picture'}
          </Button>
          {url ? (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Remove picture
            </Button>
          ) : null}
        </div>
      </div>
      <div className="mt-4 grid gap-4">
        <p className="text-fine text-ink-soft">JPEG, PNG, WebP, GIF, or AVIF, up to 25 MB.</p>
        <FormErrorAlert error={formError} />
      </div>
      {chosen ? (
        <Suspense>
          <CropDialog
            picture={chosen}
            save={save}
            onDone={() => {
              setChosen(undefined);
              toastSuccess({ title: 'Picture saved', description: 'Your profile picture has been updated.' });
            }}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      ) : null}
      {removing ? (
        <ConfirmDialog
          title="Remove your picture?"
          confirmLabel="Remove picture"
          cancelLabel="Keep picture"
          action={remove}
          onDone={() => {
            setRemoving(false);
            toastSuccess({ title: 'Picture removed', description: 'Your initials will be shown instead.' });
            restoreFocus(heading.current);
          }}
          onClose={() => setRemoving(false)}
        >
          <p>Your initials will be shown instead.</p>
        </ConfirmDialog>
      ) : null}
    </TitledSection>
  );
}

const UNUSABLE: FormError = {
  title: 'We can’t use this file',
  description: 'Choose a JPEG, PNG, WebP, GIF, or AVIF picture up to 25 MB.',
};

const DAMAGED: FormError = {
  title: 'We can’t open this picture',
  description: 'The file seems to be damaged. Choose another picture, or save this one again and retry.',
};

function isAcceptable({ type, size }: File): boolean {
  return ACCEPTED.includes(type) && size <= MAX_BYTES;
}
