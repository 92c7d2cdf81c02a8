import type { Font, Path } from 'fontkit';
import { createRequire } from 'node:module';

interface Decoder {
  calledRun?: true;
  onRuntimeInitialized?: () => void;
  decompress(font: Uint8Array): Uint8Array | false;
}

const require = createRequire(import.meta.url);
/** What the package's own function calls, which is asynchronous only to wait for the WebAssembly module. */
const decoder = require('wawoff2/build/decompress_binding.js') as Decoder;
if (!decoder.calledRun)
  await new Promise<void>((resolve) => {
    decoder.onRuntimeInitialized = resolve;
  });

/** Converts a font from WOFF2 to TrueType: fontkit can't embed WOFF2. */
export function toTrueType(woff2: Uint8Array): Buffer {
  const font = decoder.decompress(woff2);
  if (!font) throw new Error('The font is damaged');
  return Buffer.from(font);
}

/** A weight of a variable font. */
export function inWeight(variable: Font, weight: number): Font {
  const font = variable.getVariation({ wght: weight });
  const createSubset = font.createSubset.bind(font);
  // In fontkit 2.0.4, the encoder throws an error for each glyph.
  font.createSubset = () => Object.assign(createSubset(), { glyphEncoder: { encodeSimple } });
  return font;
}

/** Encodes an outline for the table `glyf`, without its optional compression. */
function encodeSimple({ commands, bbox }: Path): Buffer {
  const points: { x: number; y: number; onCurve: boolean }[] = [];
  const contourEnds: number[] = [];
  for (const { command, args } of commands) {
    if (command === 'closePath') contourEnds.push(points.length - 1);
    for (let index = 0; index < args.length; index += 2)
      points.push({
        x: Math.round(args[index]!),
        y: Math.round(args[index + 1]!),
        onCurve: command !== 'quadraticCurveTo' || index > 0,
      });
  }
  const deltas = (axis: 'x' | 'y') =>
    points.map((point, index) => point[axis] - (points[index - 1]?.[axis] ?? 0));
  const bounds = [Math.floor(bbox.minX), Math.floor(bbox.minY), Math.ceil(bbox.maxX), Math.ceil(bbox.maxY)];
  const noInstructions = 0;
  const glyph = Buffer.concat([
    int16([contourEnds.length, ...bounds, ...contourEnds, noInstructions]),
    Buffer.from(points.map(({ onCurve }) => Number(onCurve))),
    int16([...deltas('x'), ...deltas('y')]),
  ]);
  return Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]);
}

const int16 = (values: readonly number[]): Buffer => Buffer.from(Int16Array.from(values).buffer).swap16();
