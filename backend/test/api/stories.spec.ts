import { photo } from '../support/images.js';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { startEmailDelivery } from '../support/email-fixture.js';
import { useShared } from '../support/fixtures.js';

const STORY = {
  name: 'Ada Lovelace',
  company: 'Engines & Sons',
  email: 'ada@engines.example.com',
  story: 'We found eleven subscriptions that no one used.\nThen we found three more.',
  consent: true,
};

describe('share-story', () => {
  const product = useShared(startEmailDelivery);
  const share = (body: object) => callApi(product, {}, 'POST', 'functions/v1/share-story', body);

  it('stores a story and emails it to staff with the sender as Reply-To', async () => {
    expect(await share(STORY)).toMatchObject({ status: 202, body: { status: 'received' } });

    const email = await eventually(async () => {
      const [first] = await product.emailsTo(product.settings.supportEmail);
      return product.openEmail(first!);
    });

    expect(email.text).toContain(
      '> We found eleven subscriptions that no one used.\n> Then we found three more.',
    );
    expect(email.html).toContain('Engines &amp; Sons');
    expect(email.headers).toContainEqual({ name: 'Reply-To', value: STORY.email });
    const stored = await product.database.query({ text: 'select name, company, consented_at from stories' });
    expect(stored).toEqual([{ name: STORY.name, company: STORY.company, consented_at: expect.any(Date) }]);
  });

  it('accepts the announced pictures, each once, and leads staff to them', async () => {
    const { body } = await share({ ...STORY, email: 'pictures@example.com', pictures: 2 });
    const paths = body.pictureUploads as string[];
    const png = await photo(60, 40, 'png');
    const upload = async (path: string, type: string, picture: Buffer | string = png) => {
      const headers = { 'Content-Type': type };
      const response = await fetch(product.url + path, { method: 'PUT', headers, body: picture });
      return { status: response.status, ...((await response.json()) as { code?: string }) };
    };
    expect(paths).toHaveLength(2);
    expect(await upload(paths[0]!, 'text/html')).toMatchObject({ code: 'InvalidMimeType' });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const jpeg = await photo(600, 400, 'jpeg');
    for (const [type, rejected] of [
      ['image/png', svg],
      ['image/jpeg', jpeg.subarray(0, jpeg.length / 2)],
    ] as const)
      expect(await upload(paths[0]!, type, rejected)).toMatchObject({
        code: 'InvalidMimeType',
        message: expect.stringContaining("doesn't match its type"),
      });
    expect(await upload(paths[0]!, 'image/png')).toMatchObject({ status: 200 });
    expect(await upload(paths[0]!, 'image/png')).toMatchObject({ code: 'ResourceAlreadyExists' });
    expect(await upload(paths[1]!.replace('/2?', '/3?'), 'image/png')).toMatchObject({
      code: 'InvalidSignature',
    });

    const [, folder] = /story-pictures\/([0-9a-f-]+)\/1\?/.exec(paths[0]!)!;
    const email = await eventually(async () => {
      const emails = await product.emailsTo(product.settings.supportEmail);
      const opened = await Promise.all(emails.map((each) => product.openEmail(each)));
      const found = opened.find(({ text }) => text.includes('They also sent 2 pictures.'));
      expect(found).toBeDefined();
      return found!;
    });
    expect(email.text).toContain(`/admin/files/story-pictures?folder=${folder}%2F`);
    const stored = { text: "select name from storage_objects where bucket_id = 'story-pictures'" };
    expect(await product.database.query(stored)).toEqual([{ name: `${folder}/1` }]);
  });

  it.each([
    ['name', 'a link', { name: 'see https://spam.example.com' }],
    ['name', 'a second line', { name: 'Ada\r\nBcc: all@example.com' }],
    ['company', 'an address', { company: 'mail me@example.com' }],
    ['email', 'a header', { email: 'a@example.com\nBcc: b@example.com' }],
    ['story', 'too short', { story: 'Nice.' }],
    ['pictures', 'too many', { pictures: 4 }],
    ['consent', 'no', { consent: false }],
    ['rating', 'an unknown field', { rating: 5 }],
  ])('names an invalid %s: %s', async (field, _, changes) => {
    expect(await share({ ...STORY, ...changes })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', details: { fields: [{ field }] } },
    });
  });
});
