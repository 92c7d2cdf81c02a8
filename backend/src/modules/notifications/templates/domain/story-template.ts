import { paragraph, type Template } from './template.js';
import { displayAddress, neutralizeLinks } from './wording.js';

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
    preview: 'They agreed to have it published.',
    blocks: [
      paragraph(
        "Someone shared their story on the site and agreed to have it published. Replies go to their email address, which we haven't verified.",
      ),
      {
        kind: 'details',
        rows: [
          ['Name', neutralizeLinks(name)],
          ['Company', neutralizeLinks(company)],
          ['Email', displayAddress(email)],
        ],
      },
      { kind: 'quote', text: neutralizeLinks(story) },
    ],
  }),
};
