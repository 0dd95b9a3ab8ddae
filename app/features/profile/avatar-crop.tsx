// Crops a picture by mouse, wheel or arrow keys. Loaded on demand: the library is large.
import { useRef, useState, type RefObject } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { Crop } from './avatar.api.ts';
import './profile.css';

const MAX_ZOOM = 4;

type AvatarCropProps = { source: string; onCrop: (crop: Crop) => void; onUnreadable: () => void };

export default function AvatarCrop({ source, onCrop, onUnreadable }: AvatarCropProps) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const area = useRef<RefObject<HTMLDivElement>>(null);
  const hasFocused = useRef(false);
  /** The crop area renders after its picture; focusing it lets keyboard users continue. */
  const focusOnce = () => {
    if (hasFocused.current || !area.current?.current) return;
    hasFocused.current = true;
    area.current.current.focus();
  };
  return (
    <>
      <div className="avatar-stage">
        <Cropper
          image={source}
          crop={position}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(part) => {
            focusOnce();
            onCrop(toCrop(part));
          }}
          setCropperRef={(ref) => {
            area.current = ref;
          }}
          // The Content Security Policy allows styles from files only.
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: 'avatar-stage-area' }}
          cropperProps={{
            role: 'group',
            'aria-label': 'Visible part. Use the arrow keys to move the picture.',
          }}
          mediaProps={{ onError: onUnreadable }}
        />
      </div>
      <label className="avatar-zoom mt-3">
        <span className="label">Zoom</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <p className="help mt-1">Drag the picture or use the arrow keys to move it.</p>
    </>
  );
}

/** The library uses percentages. */
function toCrop({ x, y, width, height }: Area): Crop {
  const fraction = (value: number) => Math.min(1, Math.max(0, value / 100));
  return { left: fraction(x), top: fraction(y), width: fraction(width), height: fraction(height) };
}
