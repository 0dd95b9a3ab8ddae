// The head of an instructor's page and of the page to book them.
import type { ReactNode } from 'react';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Rating } from '#app/components/ui/poster-card.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { avatarCandidates } from '#shared/avatar.ts';
import type { InstructorDetail } from '#shared/features/connect/connect.schema.ts';
import { languageName } from '#shared/features/instructor/instructor.rules.ts';

type InstructorHeadProps = { instructor: InstructorDetail; /** Under the facts. */ action?: ReactNode };

export function InstructorHead({ instructor, action }: InstructorHeadProps) {
  const { name, profileImageUrl, headline, rating, reviewCount, styles, languages, city, places } =
    instructor;
  const inPerson = places.includes('in_person') ? city : '';
  const where = places.includes('online') ? (inPerson ? `${inPerson}, and online` : 'Online') : inPerson;
  return (
    <header className="teacher-top">
      <Avatar
        className="teacher-face"
        sources={avatarCandidates({ profileImageUrl, name, kind: 'user' })}
        name={name}
      />
      <div>
        <h1 className="t-l">{name}</h1>
        <div className="teacher-rest">
          <p className="lead mt-2 max-w-[46ch]">{headline}</p>
          <p className="teacher-facts meta">
            {rating !== null && <Rating value={rating.toFixed(1)} count={reviewCount} />}
            {styles.length > 0 && <span>{styles.join(', ')}</span>}
            {languages.length > 0 && <span>{languages.map(languageName).join(', ')}</span>}
            {where && <span>{where}</span>}
          </p>
          {action}
        </div>
      </div>
    </header>
  );
}

export function InstructorSkeleton() {
  return (
    <SkeletonGroup label="Loading the instructor" className="wrap">
      <div className="teacher-top">
        <Skeleton className="teacher-face aspect-square rounded-round!" />
        <div>
          <Skeleton className="h-12 w-80 max-w-full" />
          <Skeleton className="mt-4 h-5 w-96 max-w-full" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
