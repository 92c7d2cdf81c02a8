/** The `style` option of an element: camel-case CSS properties per state, with nested `::placeholder`. */
export interface ElementStyle {
  base?: StyleRules;
  complete?: StyleRules;
  empty?: StyleRules;
  invalid?: StyleRules;
}

interface StyleRules {
  [name: string]: string | StyleRules | undefined;
}

const ALLOWED = new Set([
  'backgroundColor',
  'color',
  'fontFamily',
  'fontSize',
  'fontSmoothing',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'padding',
  'textAlign',
  'textDecoration',
  'textShadow',
  'textTransform',
]);

/** Applies the caller's styles one property at a time, because a strict CSP blocks style attributes. */
export function applyElementStyle(root: HTMLElement, { base = {}, invalid = {} }: ElementStyle): void {
  for (const [name, value] of Object.entries(base)) {
    if (typeof value === 'string' && ALLOWED.has(name)) root.style.setProperty(cssName(name), value);
  }
  const placeholder = base['::placeholder'];
  if (typeof placeholder === 'object' && typeof placeholder['color'] === 'string') {
    root.style.setProperty('--sandbox-placeholder', placeholder['color']);
  }
  if (typeof invalid['color'] === 'string') {
    root.style.setProperty('--sandbox-invalid', invalid['color']);
    root.style.setProperty('--sandbox-danger', invalid['color']);
  }
}

function cssName(name: string): string {
  const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return dashed === 'font-smoothing' ? '-webkit-font-smoothing' : dashed;
}
