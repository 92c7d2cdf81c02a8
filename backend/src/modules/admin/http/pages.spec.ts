import fc from 'fast-check';
import { encodeCursor, toPage, decodeCursor, parseTime } from './pages.js';

const ID = '01a1fb9f-7e3a-7462-bc8d-a6f202914dbb';

describe('pagination', () => {
  it('decodes the position that a cursor encodes', () => {
    const at = new Date('2026-11-21T08:15:32.186Z');
    expect(decodeCursor(encodeCursor({ at, id: ID }))).toEqual({ at, id: ID });
    expect(decodeCursor(undefined)).toBeUndefined();
  });

  it('rejects any other string as a cursor', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
      }),
    );
  });

  it('returns a next cursor only if there are more items', () => {
    const at = (number: number) => ({ at: new Date(number), id: ID });
    expect(toPage([1, 2], 2, at)).toEqual({ items: [1, 2], nextCursor: null });
    expect(toPage([1, 2, 3], 2, at)).toEqual({ items: [1, 2], nextCursor: encodeCursor(at(2)) });
  });

  it('rejects invalid times and names the field', () => {
    expect(parseTime('createdFrom', '2026-11-21')).toEqual(new Date('2026-11-21T00:00:00Z'));
    expect(() => parseTime('createdFrom', '2026-W47-6')).toThrow('createdFrom');
  });
});
