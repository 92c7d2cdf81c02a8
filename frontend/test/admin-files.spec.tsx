import { screen, waitFor, within } from '@testing-library/react';
import type { FileBucket, FileEntry } from '@subscription-site/shared/contracts';
import { signInStaff } from './support/console';
import { network } from './support/network';
import { visit } from './support/site';
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
      const { keyboard } = visit('/admin/files');
      const row = within(await screen.findByRole('table', { name: 'Buckets' })).getAllByRole('row')[1]!;
      for (const text of ['letters', 'Private', '1.5 MB', 'image/*'])
        expect(within(row).getByText(text)).toBeVisible();
      network.on(FILES, { body: { items: [entry('folder/')], nextCursor: null } });
      await keyboard.click(within(row).getByRole('link', { name: 'letters' }));
      network.on(FILES, { body: { items: [entry('folder/a.png')], nextCursor: 'next' } });
      await keyboard.click(await screen.findByRole('link', { name: 'folder/' }));
      const link = await screen.findByRole('link', { name: 'a.png' });
      expect(link).toHaveAttribute('href', '/admin/files/letters/file?name=folder%2Fa.png');
      network.on(FILES, { body: { items: [entry('folder/b.png')], nextCursor: null } });
      await keyboard.click(screen.getByRole('button', { name: 'Load more' }));
      await screen.findByRole('link', { name: 'b.png' });
      const query = () => Object.fromEntries(network.calls(FILES).at(-1)!.query);
      expect(query()).toEqual({ folder: 'folder/', cursor: 'next', limit: '50' });
      await keyboard.type(screen.getByLabelText('Name starts with'), 'b');
      await keyboard.click(screen.getByRole('button', { name: 'Search' }));
      await waitFor(() => expect(query()).toEqual({ folder: 'folder/', search: 'b', limit: '50' }));
      const path = within(screen.getByRole('navigation', { name: 'Folders' }));
      expect(path.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Files',
        'letters',
        'folder',
      ]);
    });
  });
});
