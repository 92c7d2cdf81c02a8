import { emailProblem, INVALID_EMAIL } from './email-address.js';

describe('an email address', () => {
  it.each(['ada@example.com', 'Jörg@bücher.example', ' ada\u2011l@example.com\u202c', '用户@例子。测试'])(
    'is valid: %j',
    (typed) => expect(emailProblem(typed)).toBeUndefined(),
  );

  it.each([
    ['try..this@docomo.ne.jp', 'two dots in a row'],
    ['ada@example..com', 'two dots in a row'],
    ['old.@docomo.ne.jp', 'a dot at the beginning or before the @'],
    ['.old@docomo.ne.jp', 'a dot at the beginning or before the @'],
    ['ada l@example.com', 'without spaces'],
    ['ada@exam ple.com', 'without spaces'],
    ['"ada"@example.com', 'without “"”'],
    ['ada,bob@example.com', 'without “,”'],
    ['ada@bob@example.com', 'only one @'],
    ['ada@my_host.example', 'without “_”'],
    ['ada@example.com>', 'without “>”'],
    ['ada\u0007@example.com', 'without the invisible character U+0007'],
    [`${'a'.repeat(65)}@example.com`, 'at most 64 characters before the @'],
    [`a@${'b.'.repeat(130)}com`, 'at most 254 characters'],
    ['ada@localhost', INVALID_EMAIL],
    ['ada', INVALID_EMAIL],
    ['', INVALID_EMAIL],
  ])('of which the problem is named: %j', (typed, problem) => expect(emailProblem(typed)).toContain(problem));
});
