import { useEffect, useId, useMemo, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit, type FormError } from '../../../../ui/forms/use-submit';
import { cropToJpeg, drawCrop, type CropArea } from './crop-image';

const MAX_ZOOM = 4;
const KEYBOARD_STEP = 10;
/** Twice the size in CSS pixels. */
const PREVIEW_SIDE = 128;

/** Crops a picture with pointer or keyboard, and shows a preview. */
export function CropDialog(props: {
  picture: HTMLCanvasElement;
  save: (file: Blob) => Promise<FormError | undefined>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { picture, save, onDone, onClose } = props;
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  const { busy, formError, run } = useSubmit();
  const preview = useRef<HTMLCanvasElement>(null);
  const id = useId();
  // The content security policy allows data URLs, but not blob URLs.
  const url = useMemo(() => picture.toDataURL('image/jpeg', 0.92), [picture]);
  useEffect(() => {
    if (area && preview.current) drawCrop(picture, area, preview.current);
  }, [picture, area]);
  const submit = async () => {
    if (area && (await run(async () => save(await cropToJpeg(picture, area))))) onDone();
  };
  return (
    <Dialog open onClose={onClose} title="Position your picture">
      <div className="grid gap-5">
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          Drag the picture, or use the arrow keys. The circle shows what others see.
        </p>
        <div className="relative h-64 overflow-hidden border border-rule bg-well sm:h-72">
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={KEYBOARD_STEP}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            mediaProps={{ alt: '' }}
            cropperProps={{
              role: 'group',
              'aria-label': 'Visible part of the picture',
              'aria-describedby': `${id}-hint`,
            }}
          />
        </div>
        <div className="flex items-center gap-5">
          <label className="grid flex-1 gap-1 text-small font-semibold">
            Zoom
            <input
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.05}
              value={zoom}
              aria-valuetext={`${Math.round(zoom * 100)} percent`}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="h-11 w-full accent-ink"
            />
          </label>
          <figure aria-hidden="true" className="grid justify-items-center gap-1">
            <canvas
              ref={preview}
              width={PREVIEW_SIDE}
              height={PREVIEW_SIDE}
              className="size-16 rounded-full border border-rule"
            />
            <figcaption className="text-fine text-ink-soft">Preview</figcaption>
          </figure>
        </div>
        <FormErrorAlert error={formError} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!area} busyLabel={busy && 'Saving...'} onClick={() => void submit()}>
            Save picture
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
