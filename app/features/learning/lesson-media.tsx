// The recording of a lesson: the practice player for uploaded files, a frame for videos elsewhere.
import { useState, type Ref } from 'react';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { isEmbeddable, toEmbedUrl } from '#shared/video.ts';
import type { Lesson } from './learning.api.ts';
import { usePracticeSettings } from './practice.api.ts';
import { type PlayerHandle, PracticePlayer } from './player/practice-player.tsx';
import type { PlayedUpdate } from './player/use-player.ts';

type LessonMediaProps = {
  ref: Ref<PlayerHandle>;
  lesson: Lesson;
  onPlayed: (update: PlayedUpdate) => void;
};

export function LessonMedia({ ref, lesson, onPlayed }: LessonMediaProps) {
  if (lesson.media) return <Recording ref={ref} lesson={lesson} media={lesson.media} onPlayed={onPlayed} />;
  const embedUrl = lesson.embedUrl && toEmbedUrl(lesson.embedUrl);
  if (!embedUrl) return null;
  if (!isEmbeddable(embedUrl)) {
    return (
      <p className="classroom-words">
        <a className="link" href={embedUrl} rel="noreferrer" target="_blank">
          Watch the video on its own site
        </a>
      </p>
    );
  }
  return (
    <iframe
      className="classroom-embed"
      src={embedUrl}
      title={lesson.title}
      allow="fullscreen; picture-in-picture"
      // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame is always another origin, which needs its own
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allowFullScreen
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function Recording({
  ref,
  lesson,
  media,
  onPlayed,
}: LessonMediaProps & { media: NonNullable<Lesson['media']> }) {
  const { settings, change } = usePracticeSettings(lesson.id, Boolean(useUser()));
  // Chosen once: another address in the middle would start over.
  const [url] = useState(() => urlFor(media));
  if (!settings) return <Skeleton className="aspect-video w-full" />;
  return (
    <PracticePlayer
      ref={ref}
      title={lesson.title}
      media={{ ...media, url }}
      sections={lesson.sections}
      tempo={tempoOf(lesson)}
      startAt={lesson.position}
      settings={settings}
      onSettings={change}
      onPlayed={onPlayed}
    />
  );
}

const tempoOf = ({ bpm, firstBeat, phraseCounts }: Lesson) =>
  bpm === null ? null : { bpm, firstBeat: firstBeat ?? 0, phraseCounts };

/** A phone gets the smaller version, where there is one. */
const urlFor = ({ url, smallUrl }: NonNullable<Lesson['media']>) =>
  smallUrl !== null && matchMedia('(width < 40rem)').matches ? smallUrl : url;
