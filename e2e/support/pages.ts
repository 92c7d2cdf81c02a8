import { expect, type Locator, type Page } from '@playwright/test';
import type { TestUser } from './users.js';
import { CARDS } from './sandbox.js';

/** The toasts there are. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** The toast with this title; `description` must be in it. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  await expect(toasts(page).filter({ hasText: title }).filter({ hasText: description })).toBeVisible();
}

/** The one toast there is covers none of these. */
export async function expectToastCoversNone(page: Page, ...places: Locator[]): Promise<void> {
  for (const place of places)
    await expect
      .poll(async () => overlap(await toasts(page).boundingBox(), await place.boundingBox()), String(place))
      .toBe('none');
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

function overlap(one: Box, other: Box): 'none' | 'some' | 'not drawn' {
  if (!one || !other) return 'not drawn';
  const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const apart = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return beside || apart ? 'none' : 'some';
}

/** The checkout as the customer sees it. */
export class CheckoutPage {
  readonly form: Locator;
  readonly payButton: Locator;

  constructor(readonly page: Page) {
    this.form = page.getByRole('form', { name: 'Account and payment' });
    this.payButton = this.form.locator('button[type=submit]');
  }

  async open(query = 'plan=team'): Promise<this> {
    await this.page.goto(`/checkout?${query}`);
    await expect(this.payButton).toBeVisible();
    return this;
  }

  async fillIn({ fullName, email, password }: TestUser, repeated = password): Promise<void> {
    await this.form.getByLabel('Full Name').fill(fullName);
    await this.form.getByLabel('Email').fill(email);
    await this.form.getByLabel('Password', { exact: true }).fill(password);
    await this.form.getByLabel('Confirm Password').fill(repeated);
  }

  /** Types a card as a person does: the entry formats it and moves on by itself. */
  async typeCard(number: string = CARDS.good): Promise<void> {
    const entry = this.form.getByLabel('Card number');
    await entry.fill('');
    await entry.pressSequentially(number.replaceAll(' ', ''));
    await this.form.getByLabel('Expiration date').fill('12 / 34');
    await this.form.getByLabel('CVC').fill('123');
    await expect(entry).toHaveValue(number);
  }

  async pay(): Promise<void> {
    await this.payButton.click();
  }

  /** Fills in everything and presses the button. */
  async buy(user: TestUser, card: string = CARDS.good): Promise<void> {
    await this.fillIn(user);
    await this.typeCard(card);
    await this.pay();
  }

  /** The bank's question of 3-D Secure. */
  get threeDSecureDialog(): Locator {
    return this.page.getByRole('dialog', { name: "Confirm it's you" });
  }
}

/** The confirmation after a payment, with the address the details went to. */
export async function expectConfirmationPage(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/checkout-success$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the product');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
}

/** Opens a session in the page's browser. */
export async function signIn(
  page: Page,
  user: Pick<TestUser, 'email' | 'password'>,
  next?: string,
): Promise<void> {
  await page.goto(next ? `/auth?next=${encodeURIComponent(next)}` : '/auth');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(user.email);
  await form.getByLabel('Password', { exact: true }).fill(user.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Where a customer sees to the ways into the own account. */
export const SECURITY_PATH = '/account/security';

/** The heading of the screen that is to be shown. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Signs in and looks at the ways into the account. */
export async function openSecurityPage(page: Page, user: TestUser): Promise<void> {
  await signIn(page, user, SECURITY_PATH);
  await expect(heading(page, 'Account security')).toBeVisible();
}

/** Signs out by the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Account|Open menu)$/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expectToast(page, 'Signed out', 'You have been signed out on this device.');
}
