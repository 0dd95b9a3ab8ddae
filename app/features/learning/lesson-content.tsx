// A live session, and a document shown page by page.
import CalendarClock from 'icon:calendar-clock';
import Download from 'icon:download';
import { useState } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { formatBytes } from '#app/lib/format-bytes.ts';
import { formatMoment } from '#shared/dates.ts';
import type { Lesson } from './learning.api.ts';

/** The room opens a little before the start. */
const EARLY_MS = 15 * 60_000;

export function LiveSession({ session }: { session: NonNullable<Lesson['liveSession']> }) {
  const { startsAt, endsAt, url } = session;
  const [now] = useState(Date.now);
  const isOver = Date.parse(endsAt) < now;
  const isOpen = !isOver && Date.parse(startsAt) - EARLY_MS <= now;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  return (
    <Notice
      tone={isOpen ? 'ok' : 'plain'}
      icon={<CalendarClock className="icon" aria-hidden="true" />}
      className="mt-4"
    >
      {isOver ? 'This session has ended. ' : isOpen ? 'The room is open. ' : 'Live session: '}
      <time dateTime={startsAt}>{formatMoment(startsAt)}</time> ({zone})
      {!isOver && (
        <p className="mt-3">
          <a
            className={buttonClass({ variant: isOpen ? 'primary' : 'second' })}
            href={url}
            rel="noreferrer"
            target="_blank"
          >
            <span className="btn-label">{isOpen ? 'Join now' : 'Open the meeting link'}</span>
          </a>
        </p>
      )}
    </Notice>
  );
}

/** Longer documents are downloaded. */
const PAGES_SHOWN = 60;

export function LessonDocument({ document }: { document: NonNullable<Lesson['document']> }) {
  const { id, name, bytes, pages, url } = document;
  const shown = Array.from({ length: Math.min(pages ?? 0, PAGES_SHOWN) }, (_, at) => at + 1);
  return (
    <section className="classroom-document" aria-label={name}>
      {shown.map((page) => (
        <img
          key={page}
          src={`/api/course-files/${id}/pages/${page}`}
          alt={`${name}, page ${page} of ${pages}`}
          loading={page === 1 ? 'eager' : 'lazy'}
          width={1200}
          height={1553}
        />
      ))}
      {url && (
        <p className="mt-4">
          <a className={buttonClass({})} href={`${url}?download=1`} download={name}>
            <Download className="icon" aria-hidden="true" />
            <span className="btn-label">
              Download {name} <span className="small num">{formatBytes(bytes)}</span>
            </span>
          </a>
        </p>
      )}
      {!url && shown.length === 0 && <p className="meta">This document can’t be shown here.</p>}
    </section>
  );
}
