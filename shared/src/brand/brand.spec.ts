import { companyWords } from './index.js';

describe('who runs the site, in a sentence', () => {
  it('is the company by its name, reached at its address', () => {
    const given = {
      productName: 'Tallybird',
      companyName: 'Tallybird Inc.',
      companyAddress: '1 Example Street, Springfield',
    };
    expect(companyWords(given)).toEqual({
      company: 'Tallybird Inc.',
      companyAddress: '1 Example Street, Springfield',
    });
  });

  it('is said without a name and an address where none is given', () => {
    expect(companyWords({ productName: 'Tallybird' })).toEqual({
      company: 'the company that runs Tallybird',
      companyAddress: 'an address that we give on request',
    });
  });
});
