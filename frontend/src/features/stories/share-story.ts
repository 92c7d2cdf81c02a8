import { NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import type { ShareStoryRequest, ShareStoryResponse } from '@subscription-site/shared/contracts';
import { isApiError } from '../../lib/api/api-error';
import { callFunction } from '../../lib/api/client';
import { errorMessage } from '../../lib/api/messages';
import type { FieldErrors } from '../../ui/forms/field-errors';
import { MAX_STORY_LENGTH, MIN_STORY_LENGTH, type StoryValues, type StoryField } from './story-validation';

/** Submits a story with the captcha token, if any. Throws ApiError. */
export async function shareStory(values: StoryValues, captchaToken: string | undefined): Promise<void> {
  const { name, company, email, story, consent } = values;
  const request: ShareStoryRequest = {
    name: name.trim(),
    company: company.trim(),
    email: email.trim(),
    story: story.trim(),
    consent,
    captchaToken,
  };
  await callFunction<ShareStoryResponse>('share-story', request);
}

/** Messages for validation errors reported by the server. */
const FIELD_MESSAGES: Record<StoryField, string> = {
  name: `Use plain text without links or email addresses, at most ${NAME_MAX_LENGTH} characters.`,
  company: `Use plain text without links or email addresses, at most ${NAME_MAX_LENGTH} characters.`,
  email: 'Enter an email address like name@example.com.',
  story: `Use ${MIN_STORY_LENGTH} to ${MAX_STORY_LENGTH.toLocaleString('en-US')} characters of plain text.`,
  consent: 'We need your consent to store your story.',
};

/** Field errors reported by the server, by field name. */
export function fieldErrorsOf(error: unknown): FieldErrors<StoryField> {
  if (!isApiError(error, 'validation_failed')) return {};
  const fields: unknown = error.details['fields'];
  if (!Array.isArray(fields)) return {};
  const names = (fields as { field?: unknown }[]).map(({ field }) => field);
  const invalid = (Object.keys(FIELD_MESSAGES) as StoryField[]).filter((name) => names.includes(name));
  return Object.fromEntries(invalid.map((name) => [name, FIELD_MESSAGES[name]]));
}

/** User-facing message for a story that was not accepted. */
export function storyErrorMessage(error: unknown): string {
  if (!isApiError(error, 'rate_limited')) return errorMessage(error);
  const seconds = error.retryAfterSeconds;
  const when = seconds === undefined ? 'later' : `in ${formatDuration(seconds)}`;
  return `You've already sent several stories. Please try again ${when}.`;
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
