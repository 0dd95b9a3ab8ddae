// Shows previews full size, with buttons and arrow keys.
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { paragraphsOf } from '#app/lib/plain-text.ts';
import type { ResourcePreview } from '#shared/features/resource/resource.schema.ts';
import { cellsOf } from './resource-format.ts';

type ResourceLightboxProps = {
  title: string;
  leaves: readonly ResourcePreview[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

export default function ResourceLightbox({ title, leaves, at, onMove, onClose }: ResourceLightboxProps) {
  const leaf = leaves[at];
  if (!leaf) return null;
  const move = (step: 1 | -1) => onMove((at + step + leaves.length) % leaves.length);
  const press = (event: KeyboardEvent) => {
    // Arrow keys inside a video seek.
    if (leaves.length < 2 || event.target instanceof HTMLMediaElement) return;
    if (event.key === 'ArrowRight') move(1);
    else if (event.key === 'ArrowLeft') move(-1);
  };
  return (
    <Dialog isOpen isWide title={title} onOpenChange={(isOpen) => !isOpen && onClose()}>
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
  return <img src={url} alt={name} width={width ?? undefined} height={height ?? undefined} />;
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
