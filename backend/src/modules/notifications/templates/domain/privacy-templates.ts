import { accountButton, button, customerEmail, note, paragraph, type Template } from './template.js';
import { continuation, type ResumedPlanParams } from './plan-change-templates.js';
import { calendarDate, dateAndTime, greeting } from './wording.js';

const NOT_REQUESTED = 'Didn’t request this? Sign in, keep your account, and change your password right away.';

export interface DeletionScheduledParams {
  name: string;
  at: string;
  /** It is set to end with its period. */
  canceledPlan: boolean;
  /** It ended at once, because a payment was overdue. Missing in emails from before this was told apart. */
  endedPlan?: boolean;
}

export const deletionScheduled: Template<DeletionScheduledParams> = {
  ...customerEmail,
  subject: () => 'Your account is scheduled for deletion',
  body: ({ name, at, canceledPlan, endedPlan }, brand) => ({
    heading: `Your account will be deleted on ${calendarDate(at)}`,
    preview: 'You can keep it until then.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `As you asked, we’ll delete your account and everything in it on ${dateAndTime(at)}. After that, we can’t restore it.`,
      ),
      ...(canceledPlan
        ? [
            paragraph(
              'We’ve also canceled your plan, so it won’t renew. If you keep your account, your plan will continue.',
            ),
          ]
        : []),
      ...(endedPlan
        ? [
            paragraph(
              'A payment for your plan was overdue, so we’ve ended your plan and canceled the open invoice. If you keep your account, you can buy a plan again.',
            ),
          ]
        : []),
      paragraph('Changed your mind? Until then, you can sign in and keep your account.'),
      accountButton(brand, 'Keep my account', 'data'),
      note(NOT_REQUESTED),
    ],
  }),
};

export interface DeletionUndoneParams {
  name: string;
  resumedPlan: boolean;
  /** How it continues. Missing in emails stored by earlier versions. */
  resumed?: Omit<ResumedPlanParams, 'name'>;
}

export const deletionUndone: Template<DeletionUndoneParams> = {
  ...customerEmail,
  subject: () => 'Your account won’t be deleted',
  body: ({ name, resumedPlan, resumed }, brand) => ({
    heading: 'Your account won’t be deleted',
    preview: 'We won’t delete anything.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `We’re glad you’re staying. Your account is no longer scheduled for deletion${resumedPlan && !resumed ? ', and your plan continues' : ''}.`,
      ),
      ...(resumed ? [paragraph(continuation(resumed))] : []),
      accountButton(brand, 'View your account', 'data'),
      note('Didn’t do this? Change your password right away.'),
    ],
  }),
};

export const accountDeleted: Template<{ name: string }> = {
  ...customerEmail,
  boundToRecipient: true,
  subject: () => 'Your account was deleted',
  body: ({ name }) => ({
    heading: 'Your account was deleted',
    preview: 'We’re erasing your data, too.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        'As you asked, we’ve deleted your account. Your files, emails, and everything else we stored about you are being erased now. This is the last email you’ll get from us, and we’ll erase our copy of it, too.',
      ),
      paragraph(
        'We keep only what our privacy policy lists, such as invoices that tax law requires us to keep.',
      ),
      paragraph('Thanks for being with us. You’re welcome back anytime.'),
    ],
  }),
};

export const exportReady: Template<{ name: string; at: string }> = {
  ...customerEmail,
  subject: () => 'Your data is ready to download',
  body: ({ name, at }, brand) => ({
    heading: 'Your data is ready',
    preview: `You can download it until ${dateAndTime(at)}.`,
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `The copy of your data that you requested is ready. You can download it from your account until ${dateAndTime(at)}. After that, we’ll delete the copy.`,
      ),
      accountButton(brand, 'Download your data', 'data'),
      note(
        'Didn’t request this? Someone else may be signed in to your account. Change your password right away.',
      ),
    ],
  }),
};

export const dataPurgeUpcoming: Template<{ name: string; at: string }> = {
  ...customerEmail,
  subject: () => 'Your stored data will be deleted soon',
  body: ({ name, at }, brand) => ({
    heading: `Your stored data will be deleted on ${calendarDate(at)}`,
    preview: 'Choose a plan before then to keep it.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `Your plan has ended. On ${calendarDate(at)}, we’ll delete the data you stored while you had it. Your account, profile, and invoices stay.`,
      ),
      paragraph(
        'Want to keep everything? Choose a plan before then. You can also download a copy of your data.',
      ),
      button('See plans', `${brand.siteUrl}/pricing`),
      accountButton(brand, 'Download your data', 'data'),
    ],
  }),
};
