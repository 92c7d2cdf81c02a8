import fc from 'fast-check';
import { cursorOf, pageOf, positionOf, timeOf } from './pages.js';

const ID = '01a1fb9f-7e3a-7462-bc8d-a6f202914dbb';

describe('pages', () => {
  it('give back the position that a cursor was made of', () => {
    const at = new Date('2026-11-21T08:15:32.186Z');
    expect(positionOf(cursorOf({ at, id: ID }))).toEqual({ at, id: ID });
    expect(positionOf(undefined)).toBeUndefined();
  });

  it('reject every other text as a cursor, by name', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => positionOf(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
      }),
    );
  });

  it('have a next one only when there is more', () => {
    const at = (number: number) => ({ at: new Date(number), id: ID });
    expect(pageOf([1, 2], 2, at)).toEqual({ items: [1, 2], nextCursor: null });
    expect(pageOf([1, 2, 3], 2, at)).toEqual({ items: [1, 2], nextCursor: cursorOf(at(2)) });
  });

  it('reject a time that is none', () => {
    expect(timeOf('createdFrom', '2026-11-21')).toEqual(new Date('2026-11-21T00:00:00Z'));
    expect(() => timeOf('createdFrom', '2026-W47-6')).toThrow('createdFrom');
  });
});
