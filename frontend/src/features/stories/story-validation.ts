import {
  hasInvisibleCharacters,
  INVISIBLE_CHARACTERS,
  isPersonName,
  isPlainLine,
  NAME_MAX_LENGTH,
} from '@subscription-site/shared/names';
import { validateEmail } from '../../lib/form-validation';
import type { FieldErrors } from '../../ui/forms/field-errors';

export const MIN_STORY_LENGTH = 20;
export const MAX_STORY_LENGTH = 5000;
export const MAX_PICTURES = 3;
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MAX_PICTURE_BYTES = 5_000_000;

export interface StoryValues {
  name: string;
  company: string;
  email: string;
  story: string;
  pictures: readonly File[];
  consent: boolean;
}

export type StoryField = keyof StoryValues;

export const EMPTY_STORY: StoryValues = {
  name: '',
  company: '',
  email: '',
  story: '',
  pictures: [],
  consent: false,
};

/** Client-side checks; the server validates again. */
export function validateStory(values: StoryValues): FieldErrors<StoryField> {
  return {
    name: validateLine(values.name, 'Enter your name.', isPersonName),
    company: validateLine(values.company, 'Enter your company name.', isPlainLine),
    email: validateEmail(values.email),
    story: validateText(values.story.trim()),
    pictures: validatePictures(values.pictures),
    consent: values.consent ? undefined : 'We need your consent to store your story.',
  };
}

function validateLine(line: string, missing: string, isValid: (text: string) => boolean): string | undefined {
  const text = line.trim();
  if (!text) return missing;
  if (text.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  if (hasInvisibleCharacters(text)) return INVISIBLE_CHARACTERS;
  return isValid(text) ? undefined : 'Use plain text without links or email addresses.';
}

function validatePictures(pictures: readonly File[]): string | undefined {
  if (pictures.length > MAX_PICTURES) return `Choose at most ${MAX_PICTURES} pictures.`;
  const unusable = pictures.find(
    ({ type, size }) => !PICTURE_TYPES.includes(type) || size > MAX_PICTURE_BYTES,
  );
  return unusable && `We can’t use ${unusable.name}. Choose JPEG, PNG, or WebP pictures up to 5 MB.`;
}

function validateText(text: string): string | undefined {
  if (!text) return 'Tell us your story.';
  if (text.length < MIN_STORY_LENGTH)
    return `Tell us a little more, at least ${MIN_STORY_LENGTH} characters.`;
  return text.length > MAX_STORY_LENGTH
    ? `Shorten it to ${MAX_STORY_LENGTH.toLocaleString('en-US')} characters. It has ${text.length.toLocaleString('en-US')} now.`
    : undefined;
}
