import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst, type Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const PRODUCTION_BUILD = join(dirname(resolve('react-router/package.json')), 'dist/production/index.mjs');

type Statement = ReturnType<typeof parseAst>['body'][number];

const PURE_CALLS = new Set(['createContext', 'forwardRef', 'memo']);
const PURE = '/* @__PURE__ */ ';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Lets unused components of react-router be left out of the build. Two kinds of top-level statements in its build keep
 * them: calls of React functions without an annotation that they are pure, and assignments of display names.
 */
export function pureReactCalls(): Plugin {
  return {
    name: 'pure-react-calls',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: PRODUCTION_BUILD }] } }),
    transform: {
      filter: { id: /node_modules\/react-router\/dist\// },
      handler: (code) => ({ code: editsIn(parseAst(code).body).reduceRight(applied, code), map: null }),
    },
  };
}

function editsIn(statements: readonly Statement[]): Edit[] {
  return statements.flatMap((statement) => {
    if (isDisplayName(statement)) return [{ start: statement.start, end: statement.end, text: '' }];
    if (statement.type !== 'VariableDeclaration') return [];
    return statement.declarations.flatMap(({ init }) =>
      init?.type === 'CallExpression' &&
      init.callee.type === 'MemberExpression' &&
      init.callee.property.type === 'Identifier' &&
      PURE_CALLS.has(init.callee.property.name)
        ? [{ start: init.start, end: init.start, text: PURE }]
        : [],
    );
  });
}

function isDisplayName(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
    return false;
  const { left } = statement.expression;
  return (
    left.type === 'MemberExpression' &&
    left.property.type === 'Identifier' &&
    left.property.name === 'displayName'
  );
}

function applied(code: string, { start, end, text }: Edit): string {
  return code.slice(0, start) + text + code.slice(end);
}
