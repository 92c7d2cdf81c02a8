import { emailFault } from '../../lib/entries';
import type { Faults } from '../../ui/form-faults';

export const NAME_LIMIT = 100;
export const STORY_MIN = 20;
export const STORY_MAX = 5000;

export interface StoryEntries {
  name: string;
  company: string;
  email: string;
  story: string;
  consent: boolean;
}

export type StoryField = keyof StoryEntries;

export const NO_ENTRIES: StoryEntries = { name: '', company: '', email: '', story: '', consent: false };

/** What is wrong with a story before it is sent; the server has the last word. */
export function storyFaults(entries: StoryEntries): Faults<StoryField> {
  return {
    name: lineFault(entries.name, 'Enter your name.'),
    company: lineFault(entries.company, 'Enter your company name.'),
    email: emailFault(entries.email),
    story: textFault(entries.story.trim()),
    consent: entries.consent ? undefined : 'We need your consent to store your story.',
  };
}

function lineFault(line: string, missing: string): string | undefined {
  const text = line.trim();
  if (!text) return missing;
  if (text.length > NAME_LIMIT) return `Use at most ${NAME_LIMIT} characters.`;
  return /:\/\/|www\.|@|\p{Cc}/iu.test(text) ? 'Use plain text without links or email addresses.' : undefined;
}

function textFault(text: string): string | undefined {
  if (!text) return 'Tell us your story.';
  if (text.length < STORY_MIN) return `Tell us a little more, at least ${STORY_MIN} characters.`;
  return text.length > STORY_MAX
    ? `Shorten it to ${STORY_MAX.toLocaleString('en-US')} characters. It has ${text.length.toLocaleString('en-US')} now.`
    : undefined;
}
