import { screen, waitFor, within } from '@testing-library/react';
import type { FileBucket, FileDetail, FileEntry } from '@subscription-site/shared/contracts';
import { signInStaff } from './support/console';
import { network } from './support/network';
import { currentPath, dialog, findToast, visit } from './support/site';
import { ADMIN } from './support/responses';

const BUCKETS = `GET ${ADMIN}/buckets`;
const FILES = `GET ${ADMIN}/buckets/letters/files`;

const bucket: FileBucket = {
  id: 'letters',
  public: false,
  fileSizeLimit: 1_500_000,
  allowedMimeTypes: ['image/*'],
  emptying: false,
  emptyingProgress: null,
  createdAt: '2026-11-20T10:00:00Z',
};
const entry = (name: string): FileEntry =>
  name.endsWith('/')
    ? { name, size: null, type: null, updatedAt: null }
    : { name, size: 999, type: 'image/png', updatedAt: '2026-11-20T10:00:00Z' };
const file: FileDetail = {
  bucket: 'letters',
  name: 'folder/a.png',
  size: 2048,
  type: 'image/png',
  etag: '"d41d"',
  cacheControl: 'no-cache',
  ownerId: '1',
  ownerEmail: 'ada@example.com',
  metadata: { album: 'Summer' },
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
};

describe('files', () => {
  it('are neither shown nor fetched for support', async () => {
    signInStaff('support');
    visit('/admin/files');
    expect(await screen.findByText('Only administrators can view files')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Files' })).toBeNull();
    expect(network.calls(BUCKETS)).toHaveLength(0);
  });

  describe('of an administrator', () => {
    beforeEach(() => signInStaff('admin'));

    it('show how far a bucket has been emptied', async () => {
      const emptyingProgress = { removed: 1200, remaining: 3800 };
      network.on(BUCKETS, { body: { items: [{ ...bucket, emptying: true, emptyingProgress }] } });
      visit('/admin/files');
      expect(await screen.findByText('Being emptied: 1,200 of 5,000 files deleted')).toBeVisible();
    });

    it('are found by bucket, folder and start of the name', async () => {
      network.on(BUCKETS, { body: { items: [bucket] } });
      const { user } = visit('/admin/files');
      const row = within(await screen.findByRole('table', { name: 'Buckets' })).getAllByRole('row')[1]!;
      for (const text of ['letters', 'Private', '1.5 MB', 'image/*'])
        expect(within(row).getByText(text)).toBeVisible();
      network.on(FILES, { body: { items: [entry('folder/')], nextCursor: null } });
      await user.click(within(row).getByRole('link', { name: 'letters' }));
      network.on(FILES, { body: { items: [entry('folder/a.png')], nextCursor: 'next' } });
      await user.click(await screen.findByRole('link', { name: 'folder/' }));
      const link = await screen.findByRole('link', { name: 'a.png' });
      expect(link).toHaveAttribute('href', '/admin/files/letters/file?name=folder%2Fa.png');
      network.on(FILES, { body: { items: [entry('folder/b.png')], nextCursor: null } });
      await user.click(screen.getByRole('button', { name: 'Load more' }));
      await screen.findByRole('link', { name: 'b.png' });
      const query = () => Object.fromEntries(network.calls(FILES).at(-1)!.query);
      expect(query()).toEqual({ folder: 'folder/', cursor: 'next', limit: '50' });
      await user.type(screen.getByLabelText('Name starts with'), 'b');
      await user.click(screen.getByRole('button', { name: 'Search' }));
      await waitFor(() => expect(query()).toEqual({ folder: 'folder/', search: 'b', limit: '50' }));
      const path = within(screen.getByRole('navigation', { name: 'Folders' }));
      expect(path.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Files',
        'letters',
        'folder',
      ]);
    });

    it('are previewed on request, shared by a signed link, and deleted for a reason', async () => {
      const [previews, links, deletions] = ['previews', 'links', 'deletions'].map(
        (action) => `POST ${ADMIN}/buckets/letters/${action}`,
      ) as [string, string, string];
      const expiresAt = '2026-11-20T11:00:00Z';
      network.on(`GET ${ADMIN}/buckets/letters/file`, { body: file });
      network.on(previews, { body: { url: '/api/storage/v1/preview', expiresAt } });
      network.on(links, { body: { url: '/api/storage/v1/signed', expiresAt } });
      network.on(deletions, { status: 204 });
      network.on(FILES, { body: { items: [], nextCursor: null } });
      const { user } = visit('/admin/files/letters/file?name=folder%2Fa.png');
      const show = await screen.findByRole('button', { name: 'Show preview' });
      for (const text of ['2 kB', 'image/png', 'ada@example.com', 'Summer'])
        expect(screen.getByText(text)).toBeVisible();
      expect(network.calls(previews)).toHaveLength(0);
      await user.click(show);
      expect(await screen.findByRole('img', { name: 'Preview of folder/a.png' })).toHaveAttribute(
        'src',
        '/api/storage/v1/preview',
      );

      await user.click(screen.getByRole('button', { name: 'Create signed link' }));
      const sharing = await dialog('Create signed link');
      await user.selectOptions(sharing.getByLabelText('Valid for'), '7 days');
      await user.click(sharing.getByRole('button', { name: 'Create link' }));
      expect(await sharing.findByText(`${window.location.origin}/api/storage/v1/signed`)).toBeVisible();
      expect(network.calls(links)[0]!.body).toEqual({ name: 'folder/a.png', expiresInSeconds: 604_800 });
      await user.click(sharing.getByRole('button', { name: 'Done' }));

      await user.click(screen.getByRole('button', { name: 'Delete file' }));
      const deletion = await dialog('Delete this file?');
      await user.click(deletion.getByRole('button', { name: 'Delete file' }));
      expect(await deletion.findByText('Enter a reason for the audit log.')).toBeVisible();
      expect(network.calls(deletions)).toHaveLength(0);
      await user.type(deletion.getByLabelText('Reason'), ' Spam ');
      await user.click(deletion.getByRole('button', { name: 'Delete file' }));
      expect(await findToast('File deleted')).toBe('folder/a.png was permanently deleted.');
      expect(network.calls(deletions)[0]!.body).toEqual({ name: 'folder/a.png', reason: 'Spam' });
      await waitFor(() => expect(currentPath()).toBe('/admin/files/letters?folder=folder%2F'));
    });
  });
});
