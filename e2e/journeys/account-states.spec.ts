import { expectAccessible, expectAccessibleInAllModes } from '../support/accessibility.js';
import { ACCOUNT_STATES, openState } from '../support/account-states.js';
import { expect, test } from '../support/journey.js';
import { openSignedIn } from '../support/pages.js';
import { createSubscriber } from '../support/subscribers.js';

/** Every state, light and dark, on a desktop and a phone. Otherwise every eighth state, once. */
const IS_FULL = process.env['TEST_SIZE'] === 'full';
const STATES = ACCOUNT_STATES.filter((_, index) => IS_FULL || index % 8 === 0);
const BILLING_PAGE = /^\/account\/billing(\?|$)/;

test.describe.configure({ mode: 'parallel', ...(IS_FULL && { timeout: 900_000 }) });

for (const [screens, states] of [
  ['billing page', STATES.filter(({ path }) => BILLING_PAGE.test(path))],
  ['other account pages', STATES.filter(({ path }) => !BILLING_PAGE.test(path))],
] as const)
  test(`shows the states of the ${screens} accessibly`, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of (402|409|429|503)/);
    const user = await createSubscriber();
    await openSignedIn(page, user, '/account');
    for (const state of states)
      await test.step(`${state.path}: ${state.shows}`, async () => {
        await openState(page, state);
        await expect(page.getByText(state.shows).filter({ visible: true }).first()).toBeVisible();
        await (IS_FULL ? expectAccessibleInAllModes(page) : expectAccessible(page));
      });
  });
