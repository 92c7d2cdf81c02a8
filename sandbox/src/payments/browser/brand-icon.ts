import type { CardBrand } from '../cards/card-numbers.ts';

const SVG = 'http://www.w3.org/2000/svg';

const PLATES: Readonly<Record<CardBrand, { fill: string; ink: string; text: string }>> = {
  visa: { fill: '#1a1f71', ink: '#fff', text: 'VISA' },
  mastercard: { fill: '#252525', ink: '#fff', text: '' },
  amex: { fill: '#016fd0', ink: '#fff', text: 'AMEX' },
  discover: { fill: '#f58220', ink: '#1c1c1c', text: 'DISC' },
  diners: { fill: '#0079be', ink: '#fff', text: 'DC' },
  jcb: { fill: '#0b7a3e', ink: '#fff', text: 'JCB' },
  unionpay: { fill: '#d8232a', ink: '#fff', text: 'UP' },
  unknown: { fill: 'none', ink: 'currentColor', text: '' },
};

/** A small plate with the brand of the card, or the outline of a card while it is unknown. Decoration only. */
export function brandIcon(brand: CardBrand): SVGSVGElement {
  const { fill, ink, text } = PLATES[brand];
  const icon = shape('svg', { viewBox: '0 0 32 20', width: '32', height: '20', 'aria-hidden': 'true' });
  icon.append(
    shape('rect', { x: '0.75', y: '0.75', width: '30.5', height: '18.5', rx: '3', fill, ...outline(brand) }),
  );
  if (brand === 'unknown') {
    icon.append(shape('rect', { x: '1', y: '5', width: '30', height: '3.5', fill: ink, opacity: '0.45' }));
  }
  if (brand === 'mastercard') {
    icon.append(
      shape('circle', { cx: '12.8', cy: '10', r: '5.6', fill: '#eb001b' }),
      shape('circle', { cx: '19.2', cy: '10', r: '5.6', fill: '#f79e1b', opacity: '0.9' }),
    );
  }
  if (text !== '') {
    const label = shape('text', {
      x: '16',
      y: '13.4',
      fill: ink,
      'text-anchor': 'middle',
      'font-size': '9',
      'font-weight': '700',
      'font-family': 'Arial, sans-serif',
    });
    label.textContent = text;
    icon.append(label);
  }
  return icon as SVGSVGElement;
}

function outline(brand: CardBrand): Record<string, string> {
  return brand === 'unknown'
    ? { stroke: 'currentColor', 'stroke-width': '1.25', 'stroke-opacity': '0.45' }
    : {};
}

function shape(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
