// What may be seen before buying: first pages, pictures, clips, an excerpt. Leaves that open large; sound plays here.
import { Lock, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ResourceDetail, ResourcePreview } from '#shared/features/resource/resource.schema.ts';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { cellsOf, clockText, moreInside } from './resource-facts.ts';
import { ResourcePlayer } from './resource-player.tsx';
import './resource-gallery.css';

/** Brings the dialog; fetched at the first press. */
const ResourceLightbox = lazy(() => import('./resource-lightbox.tsx'));

type ResourceGalleryProps = Pick<ResourceDetail, 'title' | 'files' | 'previews'>;

export function ResourceGallery({ title, files, previews }: ResourceGalleryProps) {
  const [openAt, setOpenAt] = useState<number | null>(null);
  const leaves = previews.filter(({ kind }) => kind !== 'audio');
  const clips = previews.filter(({ kind }) => kind === 'audio');
  const more = moreInside({ files, previews });
  return (
    <>
      {leaves.length > 0 && (
        <ul className="resource-leaves" aria-label="Look inside">
          {leaves.map((preview, at) => (
            <li key={preview.id}>
              <Leaf preview={preview} name={leafName(preview, at)} onOpen={() => setOpenAt(at)} />
            </li>
          ))}
          {more && (
            <li>
              <a className="resource-leaf resource-leaf-word" href="#inside">
                <Lock className="icon" aria-hidden="true" />
                {more}
              </a>
            </li>
          )}
        </ul>
      )}
      {clips.map((clip, at) => (
        <ResourcePlayer key={clip.id} clip={clip} name={clipName(at, clips.length)} />
      ))}
      {openAt !== null && (
        <Suspense>
          <ResourceLightbox
            title={title}
            leaves={leaves}
            at={openAt}
            onMove={setOpenAt}
            onClose={() => setOpenAt(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function clipName(at: number, count: number): string {
  return count === 1 ? 'Listen to the clip' : `Listen to clip ${at + 1} of ${count}`;
}

/** “Page 2”, “Picture 1”, “Watch 0:40”. */
function leafName({ kind, seconds }: ResourcePreview, at: number): string {
  if (kind === 'video') return seconds === null ? 'Watch' : `Watch ${clockText(seconds)}`;
  if (kind === 'text') return 'Read an excerpt';
  return kind === 'page' ? `Page ${at + 1}` : `Picture ${at + 1}`;
}

type LeafProps = { preview: ResourcePreview; name: string; onOpen: () => void };

function Leaf({ preview, name, onOpen }: LeafProps) {
  const { kind, url, text, width, height } = preview;
  const looks = kind === 'video' ? 'resource-leaf resource-leaf-word resource-leaf-watch' : 'resource-leaf';
  return (
    <button type="button" className={looks} aria-haspopup="dialog" onClick={onOpen}>
      {kind === 'video' ? (
        <>
          <Play className="icon" aria-hidden="true" />
          {name}
        </>
      ) : kind === 'text' ? (
        <>
          <span className="sr-only">{name}</span>
          <span
            className="resource-leaf-text"
            data-sheet={cellsOf(text ?? '') !== null || undefined}
            aria-hidden="true"
          >
            {text}
          </span>
        </>
      ) : (
        url && (
          <LazyImage
            src={url}
            alt={`Look at ${name.toLowerCase()}`}
            width={width ?? 4}
            height={height ?? 5}
          />
        )
      )}
    </button>
  );
}
