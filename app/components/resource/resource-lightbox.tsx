// Shows previews full size, with buttons and arrow keys. Pictures can be zoomed; what can be bought stays in reach.
import ArrowLeft from 'icon:arrow-left';
import ArrowRight from 'icon:arrow-right';
import ZoomIn from 'icon:zoom-in';
import ZoomOut from 'icon:zoom-out';
import {
  useContext,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { paragraphsOf } from '#app/lib/plain-text.ts';
import type { ResourcePreview } from '#shared/features/resource/resource.schema.ts';
import { PreviewAction } from './preview-action.ts';
import { cellsOf } from './resource-format.ts';

type ResourceLightboxProps = {
  title: string;
  leaves: readonly ResourcePreview[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

export default function ResourceLightbox({ title, leaves, at, onMove, onClose }: ResourceLightboxProps) {
  const action = useContext(PreviewAction);
  const leaf = leaves[at];
  if (!leaf) return null;
  const move = (step: 1 | -1) => onMove((at + step + leaves.length) % leaves.length);
  const press = (event: KeyboardEvent) => {
    // Arrow keys inside a video seek.
    if (leaves.length < 2 || event.target instanceof HTMLMediaElement) return;
    // In a zoomed picture they scroll.
    if (event.target instanceof HTMLElement && event.target.dataset.large) return;
    if (event.key === 'ArrowRight') move(1);
    else if (event.key === 'ArrowLeft') move(-1);
  };
  return (
    <Dialog isOpen isWide title={title} onOpenChange={(isOpen) => !isOpen && onClose()} footer={action}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside do the same */}
      <div className="resource-large" onKeyDown={press}>
        {leaves.length > 1 && (
          <div className="resource-large-ways">
            <IconButton
              label="Previous"
              icon={<ArrowLeft size={20} aria-hidden="true" />}
              onClick={() => move(-1)}
            />
            <output className="meta num">
              {at + 1} of {leaves.length}
            </output>
            <IconButton
              label="Next"
              icon={<ArrowRight size={20} aria-hidden="true" />}
              onClick={() => move(1)}
            />
          </div>
        )}
        <LargeLeaf
          key={leaf.id}
          leaf={leaf}
          name={`${leaf.kind === 'page' ? 'Page' : 'Preview'} ${at + 1}`}
        />
      </div>
    </Dialog>
  );
}

function LargeLeaf({ leaf, name }: { leaf: ResourcePreview; name: string }) {
  const { kind, url, text, width, height } = leaf;
  if (kind === 'text') {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long sheet is scrolled by keys too
      <div className="resource-sheet" tabIndex={0} role="region" aria-label="Excerpt">
        <Excerpt text={text ?? ''} />
      </div>
    );
  }
  if (!url) return null;
  if (kind === 'video') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- clips of movement, without words to write down
      <video
        src={url}
        controls
        autoPlay
        playsInline
        width={width ?? undefined}
        height={height ?? undefined}
      />
    );
  }
  return <ZoomablePicture src={url} alt={name} width={width ?? undefined} height={height ?? undefined} />;
}

/** Fits the screen first; a press shows it as large as it is read on paper, to be moved with a finger or the keys. */
function ZoomablePicture(picture: ComponentProps<'img'> & { alt: string }) {
  const [isLarge, setLarge] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // The press decides what is in the middle afterward.
  const press = ({ nativeEvent: { offsetX, offsetY, target } }: MouseEvent<HTMLImageElement>) => {
    const { clientWidth, clientHeight } = target as HTMLImageElement;
    setLarge(!isLarge);
    requestAnimationFrame(() => {
      const { current } = frame;
      if (!current || isLarge) return;
      current.scrollLeft = (offsetX / clientWidth) * current.scrollWidth - current.clientWidth / 2;
      current.scrollTop = (offsetY / clientHeight) * current.scrollHeight - current.clientHeight / 2;
    });
  };
  const Icon = isLarge ? ZoomOut : ZoomIn;
  return (
    <div className="resource-zoom">
      <div
        ref={frame}
        className="resource-zoom-frame"
        data-large={isLarge || undefined}
        {...(isLarge && { tabIndex: 0, role: 'region', 'aria-label': `${picture.alt}, large` })}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button does the same */}
        <img {...picture} alt={picture.alt} onClick={press} />
      </div>
      <IconButton
        className="resource-zoom-button"
        label={isLarge ? 'Zoom out' : 'Zoom in'}
        icon={<Icon size={20} aria-hidden="true" />}
        onClick={() => setLarge(!isLarge)}
      />
    </div>
  );
}

function Excerpt({ text }: { text: string }) {
  const [head, ...lines] = cellsOf(text) ?? [];
  if (!head) {
    return paragraphsOf(text).map((paragraph, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- static text; paragraphs may repeat
      <p key={at}>{paragraph}</p>
    ));
  }
  return (
    <table className="table num">
      <thead>
        <tr>{cells(head, 'th')}</tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the excerpt is static
          <tr key={at}>{cells(line, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}

function cells(texts: readonly string[], Cell: 'th' | 'td') {
  // oxlint-disable-next-line react/no-array-index-key -- the excerpt is static
  return texts.map((text, at) => <Cell key={at}>{text}</Cell>);
}
