import { parseAst, type Plugin } from 'vite';
import { UNUSED_AUTH_METHODS } from '../src/lib/session/auth-client';

const CLIENT = /node_modules\/@supabase\/auth-js\/dist\/module\/GoTrueClient\.js$/;
/** Methods that only the unused ones call. */
const PRIVATE_METHODS = ['signInWithEthereum', 'signInWithSolana', 'fetchJwk'];

/** Leaves unused methods of the auth client out of the build: methods of a class are not tree-shaken. */
export function unusedAuthMethods(): Plugin {
  return {
    name: 'unused-auth-methods',
    apply: 'build',
    transform: {
      filter: { id: CLIENT },
      handler: (code) => ({
        code: [...UNUSED_AUTH_METHODS, ...PRIVATE_METHODS].reduce(removeMethod, code),
        map: null,
      }),
    },
  };
}

function removeMethod(code: string, name: string): string {
  const method = parseAst(code)
    .body.flatMap((statement) => (statement.type === 'ClassDeclaration' ? statement.body.body : []))
    .find(
      (member) =>
        member.type === 'MethodDefinition' && member.key.type === 'Identifier' && member.key.name === name,
    );
  if (!method) throw new Error(`The auth client has no method ${name}.`);
  const rest = code.slice(0, method.start) + code.slice(method.end);
  if (rest.includes(`this.${name}`)) throw new Error(`The auth client calls its method ${name}.`);
  return rest;
}
