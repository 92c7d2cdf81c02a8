import { expect, type Locator, type Page } from '@playwright/test';
import { signInWithPassword, type TestUser } from './users.js';
import { CARDS } from './sandbox.js';

/** The current toasts. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Expects a toast with this title and description. The error lists the toasts that appeared instead. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const seen = new Set<string>();
  const hasAppeared = async () => {
    // Rejects during a navigation.
    const texts = await toasts(page)
      .allInnerTexts()
      .catch(() => []);
    for (const text of texts) seen.add(text);
    return [...seen].some((text) => text.includes(title) && text.includes(description)) || [...seen];
  };
  await expect.poll(hasAppeared, `a toast: ${title}: ${description}`).toBe(true);
}

/** Expects the current toast not to cover any of these elements. */
export async function expectToastCoversNone(page: Page, ...elements: Locator[]): Promise<void> {
  for (const element of elements)
    await expect
      .poll(
        async () => overlap(await toasts(page).boundingBox(), await element.boundingBox()),
        String(element),
      )
      .toBe('none');
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

function overlap(one: Box, other: Box): 'none' | 'some' | 'not rendered' {
  if (!one || !other) return 'not rendered';
  const separateX = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const separateY = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return separateX || separateY ? 'none' : 'some';
}

/** Page object for the checkout. */
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

  async fillIn({ fullName, email, password }: TestUser, confirmPassword = password): Promise<void> {
    await this.form.getByLabel('Full Name').fill(fullName);
    await this.form.getByLabel('Email').fill(email);
    await this.form.getByLabel('Password', { exact: true }).fill(password);
    await this.form.getByLabel('Confirm Password').fill(confirmPassword);
  }

  async fillInCard(number: string = CARDS.valid): Promise<void> {
    await this.form.getByLabel('Card number').fill(number);
    await this.form.getByLabel('Expiration date').fill('12 / 34');
    await this.form.getByLabel('CVC').fill('123');
  }

  /** Types a card key by key, so that the field formats its number. */
  async typeCard(number: string = CARDS.valid): Promise<void> {
    await this.fillInCard('');
    const cardNumber = this.form.getByLabel('Card number');
    await cardNumber.pressSequentially(number.replaceAll(' ', ''));
    await expect(cardNumber).toHaveValue(number);
  }

  async pay(): Promise<void> {
    await this.payButton.click();
  }

  /** Fills in the form and submits it. */
  async buy(user: TestUser, card: string = CARDS.valid): Promise<void> {
    await this.fillIn(user);
    await this.fillInCard(card);
    await this.pay();
  }

  /** The 3-D Secure challenge. */
  get threeDSecureDialog(): Locator {
    return this.page.getByRole('dialog', { name: "Confirm it's you" });
  }
}

/** Expects the confirmation page of a purchase, showing this email. */
export async function expectConfirmationPage(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/checkout-success$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the product');
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
}

/** Expects the header, or the menu on a phone, to show the account and "Open app". */
export async function expectSignedIn(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  else await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open app/ }).filter({ visible: true })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Signs in on the sign-in page. */
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

/** Opens a page in a session that was started through the API. */
export async function openSignedIn(
  page: Page,
  user: Pick<TestUser, 'email' | 'password'>,
  path: string,
): Promise<void> {
  const { status, body } = await signInWithPassword(user);
  if (status !== 200) throw new Error(`sign-in of ${user.email}: ${status} ${JSON.stringify(body)}`);
  const session = { ...body, expires_at: Math.floor(Date.now() / 1000) + Number(body['expires_in']) };
  // Any document of the site may set its storage, and this one loads nothing else.
  await page.goto('/robots.txt');
  await page.evaluate((text) => localStorage.setItem('session', text), JSON.stringify(session));
  await page.goto(path);
}

export const SECURITY_PATH = '/account/security';

/** The page heading with this text. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Opens the account security page, signed in. */
export async function openSecurityPage(page: Page, user: TestUser): Promise<void> {
  await openSignedIn(page, user, SECURITY_PATH);
  await expect(heading(page, 'Account security')).toBeVisible();
}

/** Signs out from the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Account|Open menu)$/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expectToast(page, 'Signed out', 'You’re signed out on this device.');
}
