import { screen, waitFor, within } from '@testing-library/react';
import { currentPath, visit } from './support/site';

describe('/features', () => {
  it('has a card with an illustration for each feature', async () => {
    visit('/features');
    const cards = within(await screen.findByRole('region', { name: 'Features' })).getAllByRole('listitem');
    expect(cards).toHaveLength(6);
    for (const card of cards) {
      expect(within(card).getByRole('heading', { level: 2 })).toBeVisible();
      expect(within(card).getByRole('img')).toHaveAccessibleName(/\.$/);
    }
  });

  it('links to the free trial', async () => {
    const { keyboard } = visit('/features');
    await keyboard.click((await screen.findAllByRole('link', { name: 'Start Free Trial' }))[0]!);
    await waitFor(() => expect(currentPath()).toBe('/auth?from=free-trial'));
  });
});

describe('/customer-usage', () => {
  it.each([
    'Revenue Analytics',
    'Customer Journey Mapping',
    'Growth Metrics',
    'Feature Adoption',
    'Performance Monitoring',
    'Retention Analysis',
  ])('has a card for %s with three benefits', async (name) => {
    visit('/customer-usage');
    const card = (await screen.findByRole('heading', { level: 2, name })).closest('li')!;
    expect(within(card).getAllByRole('listitem')).toHaveLength(3);
    expect(within(card).getByRole('img')).toHaveAccessibleName(/\.$/);
  });

  it('opens the app in a new tab', async () => {
    visit('/customer-usage');
    await screen.findByRole('heading', { level: 1 });
    const start = within(screen.getByRole('main')).getByRole('link', { name: /^Get Started/ });
    expect(start).toHaveAttribute('href', 'http://localhost:3030');
    expect(start).toHaveAttribute('target', '_blank');
    expect(start).toHaveAttribute('rel', 'noopener');
  });
});

describe('/manifesto', () => {
  it('states our beliefs, mission, four values, and promise', async () => {
    visit('/manifesto');
    expect(await screen.findByText('What we believe')).toBeVisible();
    expect(screen.getByText('Our mission')).toBeVisible();
    expect(screen.getByText('Our promise')).toBeVisible();
    for (const name of ['Simplicity First', 'Customer Success', 'Continuous Innovation', 'Data Privacy'])
      expect(screen.getByRole('heading', { level: 3, name: new RegExp(name) })).toBeVisible();
  });
});
