import type { CardBrand } from '../cards/card-numbers.ts';

const SVG = 'http://www.w3.org/2000/svg';

const BRAND_STYLES: Readonly<Record<CardBrand, { fill: string; textColor: string; text: string }>> = {
  visa: { fill: '#1a1f71', textColor: '#fff', text: 'VISA' },
  mastercard: { fill: '#252525', textColor: '#fff', text: '' },
  amex: { fill: '#016fd0', textColor: '#fff', text: 'AMEX' },
  discover: { fill: '#f58220', textColor: '#1c1c1c', text: 'DISC' },
  diners: { fill: '#0079be', textColor: '#fff', text: 'DC' },
  jcb: { fill: '#0b7a3e', textColor: '#fff', text: 'JCB' },
  unionpay: { fill: '#d8232a', textColor: '#fff', text: 'UP' },
  unknown: { fill: 'none', textColor: 'currentColor', text: '' },
};

/** An icon of the card brand, or the outline of a card if it is unknown. Decorative only. */
export function brandIcon(brand: CardBrand): SVGSVGElement {
  const { fill, textColor, text } = BRAND_STYLES[brand];
  const icon = svgElement('svg', { viewBox: '0 0 32 20', width: '32', height: '20', 'aria-hidden': 'true' });
  icon.append(
    svgElement('rect', {
      x: '0.75',
      y: '0.75',
      width: '30.5',
      height: '18.5',
      rx: '3',
      fill,
      ...outline(brand),
    }),
  );
  if (brand === 'unknown') {
    icon.append(
      svgElement('rect', { x: '1', y: '5', width: '30', height: '3.5', fill: textColor, opacity: '0.45' }),
    );
  }
  if (brand === 'mastercard') {
    icon.append(
      svgElement('circle', { cx: '12.8', cy: '10', r: '5.6', fill: '#eb001b' }),
      svgElement('circle', { cx: '19.2', cy: '10', r: '5.6', fill: '#f79e1b', opacity: '0.9' }),
    );
  }
  if (text !== '') {
    const label = svgElement('text', {
      x: '16',
      y: '13.4',
      fill: textColor,
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

function svgElement(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
