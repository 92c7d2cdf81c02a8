import { accountButton, customerEmail, note, paragraph, type Template } from './template.js';
import { greeting, neutralizeLinks } from './wording.js';

export interface InvoiceCorrectedParams {
  name: string;
  invoiceNumber: string;
}

export const invoiceCorrected: Template<InvoiceCorrectedParams> = {
  ...customerEmail,
  subject: () => 'Your corrected invoice is ready',
  body: ({ name, invoiceNumber }, brand) => ({
    heading: 'Your corrected invoice is ready',
    preview: 'It shows your current billing details.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `We’ve corrected invoice ${neutralizeLinks(invoiceNumber)} with your current billing details. Please use this version for your accounting and VAT returns. It replaces the earlier one.`,
      ),
      accountButton(brand, 'View invoices', 'invoices'),
      note(`Didn’t request this? Change your password right away and contact us at ${brand.supportEmail}.`),
    ],
  }),
};
