import { button, paragraph, staffEmail, type Template } from './template.js';
import { displayAddress, neutralizeLinks } from './wording.js';

export interface StoryParams {
  name: string;
  company: string;
  email: string;
  story: string;
  /** How many pictures the sender announced, and the path of their folder in the console. */
  pictures?: { count: number; folder: string };
}

export const storyReceived: Template<StoryParams> = {
  ...staffEmail,
  subject: () => 'A customer shared a story',
  replyTo: ({ email }) => email,
  body: ({ name, company, email, story, pictures }, { siteUrl }) => ({
    heading: 'A customer shared a story',
    preview: 'They agreed to have it published.',
    blocks: [
      paragraph(
        'Someone shared their story on the site and agreed to have it published. Replies go to their email address, which we haven’t verified.',
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
      ...(pictures
        ? [
            paragraph(
              pictures.count === 1
                ? 'They also sent a picture.'
                : `They also sent ${pictures.count} pictures.`,
            ),
            button('View in the console', `${siteUrl}${pictures.folder}`),
          ]
        : []),
    ],
  }),
};
