import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;

/** Every public method of the installed client library, as `mfa.enroll`, read from its own type declarations. */
export function clientMethods(): string[] {
  const entry = createRequire(import.meta.url).resolve('@supabase/auth-js');
  const declarations = join(dirname(entry), 'GoTrueClient.d.ts');
  const program = ts.createProgram([declarations], { skipLibCheck: true, strict: true });
  const checker = program.getTypeChecker();
  const file = checker.getSymbolAtLocation(program.getSourceFile(declarations)!)!;
  const client = checker.getExportsOfModule(file).find(({ name }) => name === 'default')!;
  return methodsOf(checker, checker.getDeclaredTypeOfSymbol(client), '');
}

function methodsOf(checker: ts.TypeChecker, type: ts.Type, path: string): string[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const [declaration] = property.getDeclarations() ?? [];
    if (!declaration || property.name.startsWith('_')) return [];
    if (ts.getCombinedModifierFlags(declaration) & HIDDEN) return [];
    const own = checker.getTypeOfSymbol(property);
    const name = path + property.name;
    if (own.getCallSignatures().length > 0) return [name];
    return checker.typeToString(own).endsWith('Api') ? methodsOf(checker, own, `${name}.`) : [];
  });
}

/** The same object, whose methods (and those of the parts it has) note their names in `called` when they are called. */
export function noting<T extends object>(target: T, called: Set<string>, path = ''): T {
  return new Proxy(target, {
    get(_, property) {
      const value: unknown = Reflect.get(target, property);
      const name = path + String(property);
      if (typeof value === 'function') {
        return (...args: unknown[]): unknown => {
          called.add(name);
          return value.apply(target, args);
        };
      }
      return typeof value === 'object' && value !== null ? noting(value, called, `${name}.`) : value;
    },
  });
}
