import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { deferred } from './support/deferred';
import { network, type MockResponse } from './support/network';
import { findOnce, fill, visit } from './support/site';
import { FUNCTIONS, errorResponse } from './support/responses';

const SHARE = `POST ${FUNCTIONS}/share-story`;
const STORY = 'We found three tools for one job.\nNow we pay for one.';
const RECEIVED: MockResponse = { status: 202, body: { status: 'received', pictureUploads: [] } };

const openForm = async () => {
  const { keyboard } = visit('/customer-stories');
  await keyboard.click(await screen.findByRole('button', { name: 'Share Your Story' }));
  const form = within(screen.getByRole('dialog', { name: 'Share Your Story' }));
  await form.findByRole('form', { name: 'Share Your Story' });
  return { keyboard, form };
};
type Form = Awaited<ReturnType<typeof openForm>>['form'];

const fillIn = async (keyboard: UserEvent, form: Form) => {
  await fill(keyboard, form.getByLabelText('Name'), ' Ada Lovelace ');
  await fill(keyboard, form.getByLabelText('Company'), 'Engine & Sons');
  await fill(keyboard, form.getByLabelText('Email'), 'ada@example.com');
  await fill(keyboard, form.getByLabelText('Your story'), STORY);
  await keyboard.click(form.getByRole('checkbox', { name: /^I agree/ }));
};
const send = (keyboard: UserEvent, form: Form) =>
  keyboard.click(form.getByRole('button', { name: 'Send your story' }));

describe('/customer-stories', () => {
  it('shows four stories with three metrics each, marked as fictional', async () => {
    visit('/customer-stories');
    const stories = within(await screen.findByRole('region', { name: 'Stories' }));
    const cards = stories.getAllByRole('listitem');
    expect(cards).toHaveLength(4);
    expect(within(cards[0]!).getByText('Paperboat Logistics')).toBeVisible();
    expect(within(cards[0]!).getByText('−57%')).toBeVisible();
    expect(stories.getByText(/^Illustrative example/)).toBeVisible();
  });
});

describe('Share Your Story', () => {
  it('opens without scripts where the browser supports it, then loads the form', async () => {
    visit('/customer-stories');
    const opener = await screen.findByRole('button', { name: 'Share Your Story' });
    const dialog = document.getElementById(opener.getAttribute('commandfor')!);
    expect(dialog?.querySelector('input')).toBeNull();
    (dialog as HTMLDialogElement).showModal();
    expect(await screen.findByLabelText('Your story')).toBeVisible();
  });

  it('submits the story and shows a confirmation', async () => {
    const response = deferred<MockResponse>();
    network.on(SHARE, () => response.promise);
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    await send(keyboard, form);
    expect(form.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true');
    response.resolve(RECEIVED);
    expect(await form.findByRole('heading', { name: 'Thanks for sharing your story.' })).toHaveFocus();
    expect(network.calls(SHARE).map(({ body }) => body)).toEqual([
      {
        name: 'Ada Lovelace',
        company: 'Engine & Sons',
        email: 'ada@example.com',
        story: STORY,
        consent: true,
      },
    ]);
  });

  it('uploads pictures, and again those that failed', async () => {
    const paths = ['/api/storage/v1/object/upload/sign/one', '/api/storage/v1/object/upload/sign/two'];
    network.on(SHARE, { status: 202, body: { status: 'received', pictureUploads: paths } });
    network.on(`PUT ${paths[0]}`, { status: 200, body: {} });
    network.on(`PUT ${paths[1]}`, 'offline');
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    const pictures = [
      new File(['1'], 'before.png', { type: 'image/png' }),
      new File(['2'], 'after.webp', { type: 'image/webp' }),
    ];
    await keyboard.upload(form.getByLabelText('Pictures (optional)'), pictures);
    await send(keyboard, form);
    expect(await form.findByText('after.webp')).toBeVisible();
    expect(form.queryByText('before.png')).toBeNull();
    expect(network.calls(SHARE)[0]!.body).toMatchObject({ pictures: 2 });

    network.on(`PUT ${paths[1]}`, { status: 200, body: {} });
    await keyboard.click(form.getByRole('button', { name: 'Upload again' }));
    expect(await form.findByRole('button', { name: 'Share another' })).toBeVisible();
    expect(network.calls(`PUT ${paths[0]}`)).toHaveLength(1);
    expect(network.calls(`PUT ${paths[1]}`)).toHaveLength(2);
  });

  it('says which pictures were rejected, and does not offer to upload them again', async () => {
    const path = '/api/storage/v1/object/upload/sign/one';
    network.on(SHARE, { status: 202, body: { status: 'received', pictureUploads: [path] } });
    const rejected = {
      statusCode: '415',
      code: 'InvalidMimeType',
      error: 'invalid_mime_type',
      message: 'Damaged.',
    };
    network.on(`PUT ${path}`, { status: 400, body: rejected });
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    const picture = new File(['<svg/>'], 'logo.png', { type: 'image/png' });
    await keyboard.upload(form.getByLabelText('Pictures (optional)'), picture);
    await send(keyboard, form);
    expect(await form.findByText(/^logo.png is damaged or doesn’t match its type/)).toBeVisible();
    expect(form.getByRole('button', { name: 'Share another' })).toBeVisible();
    expect(form.queryByRole('button', { name: 'Upload again' })).toBeNull();
  });

  it.each([
    [
      'too many',
      Array.from({ length: 4 }, () => new File(['1'], 'a.png', { type: 'image/png' })),
      /at most 3/,
    ],
    [
      'too large',
      [new File([new Uint8Array(5_000_001)], 'huge.png', { type: 'image/png' })],
      /use huge\.png/,
    ],
  ])('rejects pictures that are %s', async (_, pictures, error) => {
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    await keyboard.upload(form.getByLabelText('Pictures (optional)'), pictures);
    await send(keyboard, form);
    expect(form.getByLabelText('Pictures (optional)')).toHaveAccessibleDescription(error);
    expect(network.calls(SHARE)).toHaveLength(0);
  });

  it('shows every invalid field and submits nothing', async () => {
    const { keyboard, form } = await openForm();
    await send(keyboard, form);
    for (const [label, error] of [
      ['Name', 'Enter your name.'],
      ['Company', 'Enter your company name.'],
      ['Email', 'Enter your email address.'],
      ['Your story', 'Tell us your story.'],
    ] as const)
      expect(form.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(error));
    expect(form.getByRole('checkbox')).toHaveAccessibleDescription(/We need your consent/);
    await waitFor(() => expect(form.getByLabelText('Name')).toHaveFocus());
    expect(network.calls(SHARE)).toHaveLength(0);
  });

  it.each([
    ['Name', 'see www.example.com', /without links/],
    ['Company', 'a@b', /without links/],
    ['Company', 'a\u200bb', /^Remove invisible or control characters/],
    ['Email', 'ada@', /like name@example.com/],
    ['Your story', 'Too short', /at least 20 characters/],
  ])('rejects an invalid %s', async (label, typed, error) => {
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    await keyboard.clear(form.getByLabelText(label));
    await keyboard.type(form.getByLabelText(label), typed);
    await send(keyboard, form);
    expect(form.getByLabelText(label)).toHaveAccessibleDescription(error);
    expect(network.calls(SHARE)).toHaveLength(0);
  });

  it.each([
    ['name', 'Name', /Use plain text without links or email addresses, at most 100/],
    ['company', 'Company', /Use plain text without links or email addresses, at most 100/],
    ['email', 'Email', /Enter an email address like/],
    ['story', 'Your story', /Use 20 to 5,000 characters of plain text/],
    ['consent', /^I agree/, /We need your consent/],
  ])('shows the server’s error for the %s next to that field only', async (field, label, error) => {
    const fields = [{ field, message: `${field} is wrong.` }];
    network.on(SHARE, errorResponse(422, 'validation_failed', 'Some fields are wrong.', { fields }));
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    await send(keyboard, form);
    await findOnce(error);
    const input = form.getByLabelText(label);
    expect(input).toHaveAccessibleDescription(error);
    await waitFor(() => expect(input).toHaveFocus());
    expect(form.queryByRole('alert')).toBeNull();
    expect(form.getByLabelText('Your story')).toHaveValue(STORY);
  });

  const tooMany = (seconds?: number): MockResponse => {
    const response = errorResponse(429, 'rate_limited', 'Slow down.');
    return response === 'offline' || !seconds
      ? response
      : { ...response, headers: { 'Retry-After': String(seconds) } };
  };

  it.each([
    ['there are too many requests', tooMany(), /Please try again later\.$/],
    ['the daily limit is reached', tooMany(86_000), /Please try again in 24 hours\.$/],
    ['the hourly limit is reached', tooMany(3_599), /Please try again in 60 minutes\.$/],
    ['the wait is nearly over', tooMany(61), /Please try again in 2 minutes\.$/],
    ['the wait is a second', tooMany(1), /Please try again in 1 second\.$/],
    ['the network fails', 'offline' as const, /couldn’t reach the server/],
    [
      'the server is unavailable',
      errorResponse(503, 'service_unavailable', 'Busy.'),
      /temporarily unavailable/,
    ],
    ['a proxy cannot reach the server', { status: 502, body: undefined }, /couldn’t read/],
  ])('shows an error when %s, and keeps the entered values', async (_what, response, message) => {
    network.on(SHARE, response);
    const { keyboard, form } = await openForm();
    await fillIn(keyboard, form);
    await send(keyboard, form);
    expect(await form.findByRole('alert')).toHaveTextContent(message);
    expect(form.getByLabelText('Your story')).toHaveValue(STORY);
    network.on(SHARE, RECEIVED);
    await send(keyboard, form);
    expect(await form.findByRole('heading', { name: /Thanks for sharing/ })).toBeVisible();
  });

  it('keeps the entered values when closed and reopened', async () => {
    const { keyboard, form } = await openForm();
    await keyboard.type(form.getByLabelText('Name'), 'Ada');
    await keyboard.click(form.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Share Your Story' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  });
});
