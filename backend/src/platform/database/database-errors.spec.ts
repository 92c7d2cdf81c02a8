import { isDatabaseErrorTemporary, isDatabaseUnavailable } from './database-errors.js';

const classify = (code: string) => {
  const error = new Error('A query failed', { cause: Object.assign(new Error('Cause'), { code }) });
  return { unavailable: isDatabaseUnavailable(error), temporary: isDatabaseErrorTemporary(error) };
};

describe('a database error', () => {
  it.each(['08006', '25006', '53100', '53200', '53300', '55P03', '57P01', '57P03', 'ECONNRESET'])(
    'with code %s means that the database is unavailable',
    (code) => expect(classify(code)).toEqual({ unavailable: true, temporary: true }),
  );

  it.each(['25P03', '25P04', '40001', '40P01', '55006', '57014', '58030'])(
    'with code %s is temporary, although the database is available',
    (code) => expect(classify(code)).toEqual({ unavailable: false, temporary: true }),
  );

  it.each(['0A000', '23505', '42501', '54000', '72000', 'F0000', 'XX000'])(
    'with code %s is permanent',
    (code) => expect(classify(code)).toEqual({ unavailable: false, temporary: false }),
  );
});
