import { jest } from '@jest/globals';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { CATALOG } from '@subscription-site/shared/plans';
import { supportMailto } from '../src/lib/browser/external-links';
import { showCurrentPlan } from '../src/features/pricing/free-plan';
import { ENDED, signInSubscriber, SUBSCRIPTION } from './support/billing';
import { network } from './support/network';
import { FUNCTIONS, NO_SUBSCRIPTION, TEAM_SUBSCRIPTION } from './support/responses';
import { signIn, currentPath, findToast, visit } from './support/site';

const card = async (name: string) =>
  (await screen.findByRole('heading', { name, level: 2 })).closest('article')!;

describe('/pricing', () => {
  it('shows four plans with monthly or yearly prices, and keeps the interval in the URL', async () => {
    const { user, unmount } = visit('/pricing');
    expect(within(await card('Free')).getByText('$0')).toBeVisible();
    expect(within(await card('Team')).getByText('$49')).toBeVisible();
    expect(within(await card('Team')).getByText('$499 per year (save 17%)')).toBeVisible();
    expect(within(await card('Growth')).getByText('$99')).toBeVisible();
    expect(within(await card('Growth')).getByText('$999 per year')).toBeVisible();
    expect(within(await card('Custom')).getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
    expect(supportMailto('Custom Plan Inquiry')).toBe(
      'mailto:support@example.com?subject=Custom%20Plan%20Inquiry',
    );
    expect(screen.getByRole('radio', { name: 'Monthly' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Yearly' }));
    expect(currentPath()).toBe('/pricing?interval=year');
    unmount();
    const again = visit(currentPath());
    expect(await screen.findByRole('radio', { name: 'Yearly' })).toBeChecked();
    for (const [name, price, other] of [
      ['Team', '$499', 'save 17%, or $49 per month'],
      ['Growth', '$999', 'or $99 per month'],
    ] as const) {
      const shown = await card(name);
      expect(within(shown).getByText(price)).toBeVisible();
      expect(within(shown).getByText('per year')).toBeVisible();
      expect(within(shown).getByText(other)).toBeVisible();
      expect(shown.textContent!.split(price)).toHaveLength(2);
    }
    await again.user.click(screen.getByRole('button', { name: 'Choose Growth' }));
    await waitFor(() => expect(currentPath()).toBe('/checkout?plan=growth&interval=year'));
  });

  it('has the specified answers: 20% annual discount, 30 days of data, 30 days money back, how to cancel', async () => {
    const { user } = visit('/pricing');
    const question = await screen.findByText('Is there a discount for paying annually?');
    expect(screen.getByText(/comes with a 20% discount/)).not.toBeVisible();
    await user.click(question);
    expect(screen.getByText(/comes with a 20% discount/)).toBeVisible();
    expect(screen.getByText(/for 30 days after your plan ends/)).toBeInTheDocument();
    expect(screen.getByText(/within 30 days of buying a plan/)).toBeInTheDocument();
    expect(screen.getByText(/without signing in: choose “Cancel contracts here”/)).toBeInTheDocument();
  });

  it('compares the plans line by line, starting with Team on narrow screens', async () => {
    visit('/pricing');
    const table = within(await screen.findByRole('table', { name: 'What each plan includes' }));
    const plans = within(screen.getByRole('group', { name: 'Plan to show' }));
    expect(plans.getByRole('radio', { name: 'Team' })).toBeChecked();
    expect(screen.getByText(/^Custom is for 10\+ users/)).toBeVisible();
    const getCells = (line: string) =>
      within(table.getByRole('row', { name: new RegExp(`^${line} `) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent!.replace('–', ''));
    expect(getCells('Users')).toEqual(['1', 'Up to 3', 'Up to 10']);
    expect(getCells('Per year')).toEqual(['Not included', '$499', '$999']);
    expect(getCells('CSV/Excel export')).toEqual(['Not included', 'Included', 'Included']);
    expect(getCells('Customizable dashboards')).toEqual(['Not included', 'Not included', 'Included']);
    const lines = table.getAllByRole('rowheader').map(({ textContent }) => textContent);
    const features = [...CATALOG.team.features, ...CATALOG.growth.features];
    expect(lines).toEqual(
      expect.arrayContaining(features.filter((it) => !/^(All|Up to|Unlimited)/.test(it))),
    );
  });

  it('opens the checkout of the chosen plan', async () => {
    const { user } = visit('/pricing');
    await user.click(await screen.findByRole('button', { name: 'Choose Team' }));
    await waitFor(() => expect(currentPath()).toBe('/checkout?plan=team'));
  });

  it('sends visitors who chose Free to sign up with a marker that survives a reload', async () => {
    const { user } = visit('/pricing');
    await user.click(await screen.findByRole('button', { name: 'Start Free Trial' }));
    expect(await screen.findByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
    expect(currentPath()).toBe('/auth?from=free-trial');
  });
});

const TRIAL = {
  ...NO_SUBSCRIPTION,
  subscription_tier: 'free',
  status: 'trialing',
  trial_end: '2026-12-01T10:00:00Z',
};

describe('Free, for a signed-in user', () => {
  const chooseFree = async (tab: Window | null, check: object = TRIAL) => {
    signIn();
    network.on(`POST ${FUNCTIONS}/check-subscription`, { body: check });
    const open = jest.spyOn(window, 'open').mockReturnValue(tab);
    const { user } = visit('/pricing');
    await screen.findByRole('button', { name: 'Account' });
    await user.click(screen.getByRole('button', { name: 'Start Free Trial' }));
    return open;
  };

  it('shows that the trial is active and opens the app after a second without an opener', async () => {
    const tab = { opener: window } as Window;
    const open = await chooseFree(tab);
    expect(await findToast("You're all set!")).toBe('Your free trial is active. Redirecting to the app...');
    expect(screen.getByRole('button', { name: 'Processing...' })).toHaveAttribute('aria-disabled', 'true');
    expect(open).not.toHaveBeenCalled();
    await waitFor(() => expect(open).toHaveBeenCalledWith('http://localhost:3030', '_blank'));
    expect(tab.opener).toBeNull();
    expect(await screen.findByRole('button', { name: 'Start Free Trial' })).toBeEnabled();
  });

  it('shows an error when the browser blocks the tab', async () => {
    await chooseFree(null);
    expect(await findToast('Your browser blocked the new tab')).toContain('Open app');
  });

  it('asks to choose a plan after the trial has ended', async () => {
    const open = await chooseFree({} as Window, { ...TRIAL, status: 'trial_ended' });
    expect(await findToast('Your free trial has ended')).toBe('Choose a plan to continue.');
    expect(await screen.findByRole('button', { name: 'Start Free Trial' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Choose Team' })).toHaveFocus();
    expect(open).not.toHaveBeenCalled();
  });

  const READY = "You're all set!";
  const PAST_DUE = { ...TEAM_SUBSCRIPTION, subscription_tier: 'growth', status: 'past_due' };

  it.each([
    [
      'an active plan',
      { body: TEAM_SUBSCRIPTION },
      READY,
      'Your Team plan is active. Redirecting to the app...',
    ],
    [
      'a plan whose renewal is being retried',
      { body: PAST_DUE },
      READY,
      'Your Growth plan is active. Redirecting to the app...',
    ],
    ['an unknown plan', 'offline' as const, READY, 'Redirecting to the app...'],
    [
      'an ended plan',
      { body: { ...TRIAL, status: 'canceled' } },
      'Your plan has ended',
      'Choose a plan to continue.',
    ],
    [
      'a refunded plan',
      { body: { ...TRIAL, status: 'refunded' } },
      'Your plan has ended',
      'Choose a plan to continue.',
    ],
  ])('names %s, and opens the app unless it has ended', async (_, response, title, description) => {
    network.on(`POST ${FUNCTIONS}/check-subscription`, response);
    const { result } = renderHook(() => useToasterStore());
    expect(await act(showCurrentPlan)).toBe(title === READY);
    const [toast] = result.current.toasts;
    expect((toast!.message as ReactElement).props).toEqual({ title, description });
  });
});

describe('/pricing for a customer with a plan', () => {
  it('marks the plan and offers changes instead of another purchase', async () => {
    signInSubscriber();
    const { user } = visit('/pricing');
    const team = within(await card('Team'));
    expect(await team.findByText('Your plan')).toBeVisible();
    expect(team.getByRole('button', { name: 'Manage plan' })).toBeVisible();
    expect(within(await card('Free')).getByRole('button', { name: 'Open the app' })).toBeVisible();
    await user.click(await screen.findByRole('radio', { name: 'Yearly' }));
    expect(team.getByRole('button', { name: 'Switch to yearly' })).toBeVisible();
    await user.click(within(await card('Growth')).getByRole('button', { name: 'Switch to Growth' }));
    await waitFor(() => expect(currentPath()).toBe('/account/billing/change?plan=growth&interval=year'));
  });

  it('sells plans to those whose plan has ended', async () => {
    signInSubscriber(ENDED);
    visit('/pricing');
    await waitFor(() => expect(network.calls(`GET ${SUBSCRIPTION}`)).toHaveLength(1));
    expect(within(await card('Team')).getByRole('button', { name: 'Choose Team' })).toBeVisible();
    expect(screen.queryByText('Your plan')).toBeNull();
  });
});
