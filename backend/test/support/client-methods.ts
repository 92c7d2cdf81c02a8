import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
/** Properties that are clients of their own. */
const NESTED = /(Api|Client)$/;
/** Methods that return clients of their own. */
const FACTORIES = new Set(['from', 'index', 'download', 'asStream']);
const PROMISE_METHODS = new Set(['then', 'catch', 'finally']);

/** Every public method of an installed client library, e.g. `mfa.enroll`, read from its type declarations. */
export function clientMethods(packageName: string, declarations: string, className: string): string[] {
  const entry = createRequire(import.meta.url).resolve(packageName);
  const path = join(dirname(entry), declarations);
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const module = ts.ModuleKind.ESNext;
  const options = { skipLibCheck: true, strict: true, types: [], noLib: true, module, moduleResolution };
  const program = ts.createProgram([path], options);
  const checker = program.getTypeChecker();
  const file = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
  const client = checker.getExportsOfModule(file).find(({ name }) => name === className)!;
  return listMethods(checker, checker.getDeclaredTypeOfSymbol(client), '');
}

function listMethods(checker: ts.TypeChecker, type: ts.Type, path: string): string[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const [declaration] = property.getDeclarations() ?? [];
    if (!declaration || property.name.startsWith('_') || PROMISE_METHODS.has(property.name)) return [];
    if (ts.getCombinedModifierFlags(declaration) & HIDDEN) return [];
    const propertyType = checker.getTypeOfSymbol(property);
    const name = path + property.name;
    const [signature] = propertyType.getCallSignatures();
    if (signature) {
      const created = FACTORIES.has(property.name)
        ? listMethods(checker, signature.getReturnType(), `${name}().`)
        : [];
      return [name, ...created];
    }
    return NESTED.test(checker.typeToString(propertyType))
      ? listMethods(checker, propertyType, `${name}.`)
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
          const result: unknown = value.apply(target, args);
          return FACTORIES.has(String(property))
            ? recordCalls(result as object, called, `${name}().`)
            : result;
        };
      }
      return typeof value === 'object' && value !== null ? recordCalls(value, called, `${name}.`) : value;
    },
  });
}
