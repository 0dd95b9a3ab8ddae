// How students move through a course: the funnel of its lessons, where videos lose people, and time spent.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, type MetaArgs } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import { formatSecond } from '#shared/features/assignment/assignment.rules.ts';
import { COUNT_EVERY_MINUTES } from '#shared/features/teaching/teaching.rules.ts';
import { toPercent } from '#shared/features/progress/progress.rules.ts';
import { parseId } from '#shared/ids.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { DetailPage } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getCourseAnalyticsQuery, type CourseAnalytics } from './teaching.api.ts';
import './teaching.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Course analytics',
    description: 'How students move through a course.',
    path: '/instructor/students',
    isHidden: true,
  });
}

export default function CourseAnalyticsPage() {
  const id = parseId(useParams()['id'] ?? '');
  const query = useQuery({ ...getCourseAnalyticsQuery(id ?? 0), enabled: id !== null });
  return (
    <DetailPage query={query} back={{ to: '/instructor/dashboard', label: 'Teaching' }} noun="course">
      {(analytics) => (
        <>
          <h1 className="t-l t-l-tool mt-3">{analytics.course.title}</h1>
          <p className="meta mt-2">
            {analytics.students === 1 ? '1 student' : `${analytics.students} students`}, {analytics.completed}{' '}
            completed the course.
            {analytics.countedAt !== null && (
              <>
                {' '}
                Lessons and videos as of {formatMoment(analytics.countedAt)}; counted every{' '}
                {COUNT_EVERY_MINUTES} minutes.
              </>
            )}
          </p>
          <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-12">
            <Funnel analytics={analytics} />
            <Videos videos={analytics.videos} />
          </div>
        </>
      )}
    </DetailPage>
  );
}

/** The step where most people who came this far stop; -1 if nobody stops. */
function findWorst(counts: readonly number[]): number {
  let [worst, most] = [-1, 0];
  counts.forEach((count, at) => {
    const lost = (counts[at - 1] ?? count) - count;
    if (lost > most) [worst, most] = [at, lost];
  });
  return worst;
}

function Funnel({ analytics: { items, students } }: { analytics: CourseAnalytics }) {
  const most = Math.max(1, students, ...items.map(({ opened }) => opened));
  const worst = findWorst(items.map(({ completed }) => completed));
  const lost = items[worst];
  return (
    <StaffPart title="How far students get">
      <table className="table table-flush">
        <caption className="sr-only">Students who opened and completed each lesson, and time spent</caption>
        <thead>
          <tr>
            <th scope="col">Lesson or quiz</th>
            <th scope="col" className="hidden w-2/5 md:table-cell" aria-hidden="true" />
            <th scope="col" data-align="right">
              Completed
            </th>
            <th scope="col" data-align="right">
              Opened
            </th>
            <th scope="col" data-align="right">
              Time, average
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ itemType, itemId, title, module, opened, completed, averageSeconds }, at) => (
            <tr key={`${itemType}-${itemId}`}>
              <td>
                {title}
                <span className="small block">{module}</span>
              </td>
              <td aria-hidden="true" className="hidden md:table-cell">
                <span
                  className="teaching-bar"
                  data-worst={at === worst || undefined}
                  style={{ width: `${toPercent(completed, most)}%` }}
                />
              </td>
              <td data-align="right" className="num">
                {completed}
              </td>
              <td data-align="right" className="num">
                {opened}
              </td>
              <td data-align="right" className="num">
                {formatSecond(averageSeconds)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lost && (
        <p className="meta mt-4 max-w-measure">
          Most students who stop, stop before finishing {quoteAtEnd(lost.title)}
        </p>
      )}
    </StaffPart>
  );
}

function Videos({ videos }: { videos: CourseAnalytics['videos'] }) {
  const [chosen, setChosen] = useState(videos[0]?.lessonId);
  const video = videos.find(({ lessonId }) => lessonId === chosen) ?? videos[0];
  if (!video) {
    return (
      <StaffPart title="Where videos lose people">
        <p className="meta py-3">Nobody has played a video of this course yet.</p>
      </StaffPart>
    );
  }
  const { retention, seconds, title, viewers } = video;
  const at = (part: number) => formatSecond((seconds * part) / retention.length);
  const last = retention.at(-1) ?? 0;
  return (
    <div>
      {videos.length > 1 && (
        <FormField label="Video" className="mb-5 max-w-measure">
          <Select value={String(video.lessonId)} onChange={(event) => setChosen(Number(event.target.value))}>
            {videos.map((other) => (
              <option key={other.lessonId} value={other.lessonId}>
                {other.title}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      <ChartFrame
        title={`Where “${title}” loses people`}
        sentence={`${viewers === 1 ? '1 student' : `${viewers} students`} played it; ${last}% saw the end.`}
        table={{
          columns: ['From', 'Watched by'],
          rows: retention.map((percent, part) => [at(part), `${percent}%`]),
        }}
      >
        <RetentionChart retention={retention} labelOf={at} />
      </ChartFrame>
    </div>
  );
}

type RetentionChartProps = { retention: readonly number[]; labelOf: (part: number) => string };

function RetentionChart({ retention, labelOf }: RetentionChartProps) {
  const points = retention.map((percent, part) => ({ label: labelOf(part), value: percent }));
  return <LineChart points={points} formatValue={(value) => `${value}%`} />;
}
