import { companyDetails } from './brand.js';

describe('company details in legal texts', () => {
  it('use the configured name and address', () => {
    const settings = {
      productName: 'Tallybird',
      companyName: 'Tallybird Inc.',
      companyAddress: '1 Example Street, Springfield',
    };
    expect(companyDetails(settings)).toEqual({
      company: 'Tallybird Inc.',
      companyAddress: '1 Example Street, Springfield',
    });
  });

  it('fall back to a description when none are configured', () => {
    expect(companyDetails({ productName: 'Tallybird' })).toEqual({
      company: 'the company that runs Tallybird',
      companyAddress: 'an address available on request',
    });
  });
});
