import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;

/** Every public method of the installed client library, e.g. `mfa.enroll`, read from its type declarations. */
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
    const propertyType = checker.getTypeOfSymbol(property);
    const name = path + property.name;
    if (propertyType.getCallSignatures().length > 0) return [name];
    return checker.typeToString(propertyType).endsWith('Api')
      ? methodsOf(checker, propertyType, `${name}.`)
      : [];
  });
}

/** Wraps an object so that calls to its methods, nested ones included, are recorded in `called`. */
export function recordCalls<T extends object>(target: T, called: Set<string>, path = ''): T {
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
      return typeof value === 'object' && value !== null ? recordCalls(value, called, `${name}.`) : value;
    },
  });
}
