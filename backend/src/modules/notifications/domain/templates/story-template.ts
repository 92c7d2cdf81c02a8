import { paragraph, type Template } from './template.js';
import { shownAddress, unlinked } from './wording.js';

export interface StoryParams {
  name: string;
  company: string;
  email: string;
  story: string;
}

export const storyReceived: Template<StoryParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'A customer shared a story',
  replyTo: ({ email }) => email,
  body: ({ name, company, email, story }) => ({
    heading: 'A customer shared a story',
    preview: 'With consent to publish it.',
    blocks: [
      paragraph(
        'It came in over the site, with consent to publish it. An answer to this mail goes to its sender, whose address is not proven.',
      ),
      {
        kind: 'figures',
        rows: [
          ['Name', unlinked(name)],
          ['Company', unlinked(company)],
          ['Email', shownAddress(email)],
        ],
      },
      { kind: 'quote', text: unlinked(story) },
    ],
  }),
};
