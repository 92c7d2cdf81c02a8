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
  const { user } = visit('/customer-stories');
  await user.click(await screen.findByRole('button', { name: 'Share Your Story' }));
  const form = within(screen.getByRole('dialog', { name: 'Share Your Story' }));
  await form.findByRole('form', { name: 'Share Your Story' });
  return { user, form };
};
type Form = Awaited<ReturnType<typeof openForm>>['form'];

const fillIn = async (user: UserEvent, form: Form) => {
  await fill(user, form.getByLabelText('Name'), ' Ada Lovelace ');
  await fill(user, form.getByLabelText('Company'), 'Engine & Sons');
  await fill(user, form.getByLabelText('Email'), 'ada@example.com');
  await fill(user, form.getByLabelText('Your story'), STORY);
  await user.click(form.getByRole('checkbox', { name: /^I agree/ }));
};
const send = (user: UserEvent, form: Form) =>
  user.click(form.getByRole('button', { name: 'Send your story' }));

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
    const { user, form } = await openForm();
    await fillIn(user, form);
    await send(user, form);
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
    const { user, form } = await openForm();
    await fillIn(user, form);
    const pictures = [
      new File(['1'], 'before.png', { type: 'image/png' }),
      new File(['2'], 'after.webp', { type: 'image/webp' }),
    ];
    await user.upload(form.getByLabelText('Pictures (optional)'), pictures);
    await send(user, form);
    expect(await form.findByText('after.webp')).toBeVisible();
    expect(form.queryByText('before.png')).toBeNull();
    expect(network.calls(SHARE)[0]!.body).toMatchObject({ pictures: 2 });

    network.on(`PUT ${paths[1]}`, { status: 200, body: {} });
    await user.click(form.getByRole('button', { name: 'Upload again' }));
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
    const { user, form } = await openForm();
    await fillIn(user, form);
    const picture = new File(['<svg/>'], 'logo.png', { type: 'image/png' });
    await user.upload(form.getByLabelText('Pictures (optional)'), picture);
    await send(user, form);
    expect(await form.findByText(/^logo.png is damaged or doesn’t match its type/)).toBeVisible();
    expect(form.getByRole('button', { name: 'Share another' })).toBeVisible();
    expect(form.queryByRole('button', { name: 'Upload again' })).toBeNull();
  });

  it('shows every invalid field and submits nothing', async () => {
    const { user, form } = await openForm();
    await send(user, form);
    for (const [label, error] of [
      ['Name', 'Enter your name.'],
      ['Company', 'Enter your company name.'],
      ['Email', 'Enter your email address.'],
      ['Your story', 'Tell us your story.'],
    ] as const)
      expect(form.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(error));
    expect(form.getByRole('checkbox')).toHaveAccessibleDescription(/We need your consent/);
    const pictures = Array.from({ length: 4 }, () => new File(['1'], 'a.png', { type: 'image/png' }));
    await user.upload(form.getByLabelText('Pictures (optional)'), pictures);
    await send(user, form);
    expect(form.getByLabelText('Pictures (optional)')).toHaveAccessibleDescription(/at most 3/);
    await waitFor(() => expect(form.getByLabelText('Name')).toHaveFocus());
    expect(network.calls(SHARE)).toHaveLength(0);
  });

  it('shows the server’s errors next to their fields only', async () => {
    const fields = [{ field: 'name', message: 'It is wrong.' }];
    network.on(SHARE, errorResponse(422, 'validation_failed', 'Some fields are wrong.', { fields }));
    const { user, form } = await openForm();
    await fillIn(user, form);
    await send(user, form);
    await findOnce(/Use plain text without links or email addresses/);
    const name = form.getByLabelText('Name');
    expect(name).toHaveAccessibleDescription(/Use plain text without links or email addresses/);
    await waitFor(() => expect(name).toHaveFocus());
    expect(form.queryByRole('alert')).toBeNull();
    expect(form.getByLabelText('Your story')).toHaveValue(STORY);
  });

  it('shows an error when the network fails, and keeps the entered values', async () => {
    network.on(SHARE, 'offline');
    const { user, form } = await openForm();
    await fillIn(user, form);
    await send(user, form);
    expect(await form.findByRole('alert')).toHaveTextContent(/couldn’t reach the server/);
    expect(form.getByLabelText('Your story')).toHaveValue(STORY);
    network.on(SHARE, RECEIVED);
    await send(user, form);
    expect(await form.findByRole('heading', { name: /Thanks for sharing/ })).toBeVisible();
  });

  it('keeps the entered values when closed and reopened', async () => {
    const { user, form } = await openForm();
    await user.type(form.getByLabelText('Name'), 'Ada');
    await user.click(form.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Share Your Story' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  });
});
