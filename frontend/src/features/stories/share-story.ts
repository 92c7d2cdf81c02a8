import { NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import type { ShareStoryRequest, ShareStoryResponse } from '@subscription-site/shared/contracts';
import { ApiError, isApiError } from '../../lib/api/api-error';
import { callApi, callFunction } from '../../lib/api/client';
import { errorMessage } from '../../lib/api/messages';
import { logError } from '../../lib/log';
import type { FieldErrors } from '../../ui/forms/field-errors';
import { MAX_STORY_LENGTH, MIN_STORY_LENGTH, type StoryValues, type StoryField } from './story-validation';

/** A picture and the path to upload it to. */
export interface PictureUpload {
  path: string;
  file: File;
}

export interface FailedUpload extends PictureUpload {
  /** Sending the same file again won't help. */
  rejected: boolean;
}

/** Submits a story with the captcha token, if any. Its pictures are uploaded separately. Throws ApiError. */
export async function shareStory(
  values: StoryValues,
  captchaToken: string | undefined,
): Promise<PictureUpload[]> {
  const { name, company, email, story, pictures, consent } = values;
  const request: ShareStoryRequest = {
    name: name.trim(),
    company: company.trim(),
    email: email.trim(),
    story: story.trim(),
    consent,
    ...(pictures.length > 0 && { pictures: pictures.length }),
    captchaToken,
  };
  const { pictureUploads } = await callFunction<ShareStoryResponse>('share-story', request);
  return pictureUploads.map((path, index) => ({ path, file: pictures[index]! }));
}

/** Returns the uploads that failed. */
export async function uploadPictures(uploads: readonly PictureUpload[]): Promise<FailedUpload[]> {
  const failed: FailedUpload[] = [];
  for (const upload of uploads)
    await callApi(upload.path, { method: 'PUT', file: upload.file }).catch((error: unknown) => {
      logError('story picture', error);
      // Uploaded by an attempt whose response was lost.
      const code = error instanceof ApiError ? error.code : undefined;
      if (code !== 'ResourceAlreadyExists') failed.push({ ...upload, rejected: code === 'InvalidMimeType' });
    });
  return failed;
}

/** Messages for validation errors reported by the server. */
const FIELD_MESSAGES: Record<Exclude<StoryField, 'pictures'>, string> = {
  name: `Use plain text without links or email addresses, at most ${NAME_MAX_LENGTH} characters.`,
  company: `Use plain text without links or email addresses, at most ${NAME_MAX_LENGTH} characters.`,
  email: 'Enter an email address like name@example.com.',
  story: `Use ${MIN_STORY_LENGTH} to ${MAX_STORY_LENGTH.toLocaleString('en-US')} characters of plain text.`,
  consent: 'We need your consent to store your story.',
};

/** Field errors reported by the server, by field name. */
export function toFieldErrors(error: unknown): FieldErrors<StoryField> {
  if (!isApiError(error, 'validation_failed')) return {};
  const fields: unknown = error.details['fields'];
  if (!Array.isArray(fields)) return {};
  const names = (fields as { field?: unknown }[]).map(({ field }) => field);
  const invalid = (Object.keys(FIELD_MESSAGES) as (keyof typeof FIELD_MESSAGES)[]).filter((name) =>
    names.includes(name),
  );
  return Object.fromEntries(invalid.map((name) => [name, FIELD_MESSAGES[name]]));
}

/** User-facing message for a story that was not accepted. */
export function storyErrorMessage(error: unknown): string {
  if (!isApiError(error, 'rate_limited')) return errorMessage(error);
  const seconds = error.retryAfterSeconds;
  const when = seconds === undefined ? 'later' : `in ${formatDuration(seconds)}`;
  return `You’ve already sent several stories. Please try again ${when}.`;
}

/** Formats a duration in its largest unit, rounded up. */
function formatDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
] as const;
