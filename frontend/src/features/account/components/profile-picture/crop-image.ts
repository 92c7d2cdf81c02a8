/** A part of a picture, in its pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Longest side while cropping: enough for the result, and quick to draw. */
const MAX_SIDE = 1600;
const RESULT_SIDE = 512;
const QUALITY = 0.9;

/** The picture, upright and without transparency. Undefined if the browser can't decode the file. */
export async function decodePicture(file: Blob): Promise<HTMLCanvasElement | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** Fills the target with a part of the picture. */
export function drawCrop(picture: HTMLCanvasElement, area: CropArea, target: HTMLCanvasElement): void {
  const context = target.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, target.width, target.height);
}

/** A part of the picture as a square JPEG, without the original's metadata. */
export function cropToJpeg(picture: HTMLCanvasElement, area: CropArea): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = RESULT_SIDE;
  canvas.height = RESULT_SIDE;
  drawCrop(picture, area, canvas);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The canvas is too large.'));
    canvas.toBlob(done, 'image/jpeg', QUALITY);
  });
}
