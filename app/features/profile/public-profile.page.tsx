// A user's public profile page.
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, type MetaArgs, useParams } from 'react-router';
import { styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { parseId } from '#shared/ids.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { CoverArt } from '#app/components/ui/cover-art.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { summaryOf } from '#app/lib/plain-text.ts';
import { browserPrefetch, pageNotFound, prefetchedData, serverPrefetch } from '#app/lib/query.ts';
import { rootDataOf } from '#app/lib/root-data.ts';
import { useUser } from '#app/lib/user.api.ts';
import { ProfileCard } from './profile-card.tsx';
import { ProfileSkeleton } from './own-profile.tsx';
import { getPublicProfileQuery, type PublicProfile } from './profile.api.ts';

type Params = LoaderFunctionArgs['params'];

function queries({ params }: { params: Params }) {
  const id = parseId(params['userId']);
  if (id === null) throw pageNotFound();
  return [getPublicProfileQuery(id)];
}
export const loader = serverPrefetch(queries);
export const clientLoader = browserPrefetch(queries);

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const profile = prefetchedData(getPublicProfileQuery(parseId(params['userId']) ?? 0), loaderData);
  if (!profile) return [];
  const { siteName, publicUrl } = rootDataOf(matches);
  const name = fullNameOf(profile);
  const path = `/profile/${profile.id}`;
  const image = profile.profileImageUrl?.startsWith('/') ? profile.profileImageUrl : undefined;
  const description = describe(profile, siteName);
  return pageMeta(matches, {
    title: name,
    description,
    path,
    type: 'profile',
    ...(image && { image }),
    // Only instructors and sellers want to be found by search engines.
    isHidden: !profile.isInstructor && !profile.isSeller,
    jsonLd: {
      '@type': 'Person',
      name,
      url: publicUrl + path,
      description,
      ...(image && { image: publicUrl + image }),
      ...(profile.danceStyles.length > 0 && { knowsAbout: profile.danceStyles }),
      ...(profile.links.length > 0 && { sameAs: profile.links.map(({ url }) => url) }),
    },
  });
}

export default function PublicProfilePage() {
  const {
    data: profile,
    error,
    refetch,
    isFetching,
  } = useQuery(getPublicProfileQuery(parseId(useParams()['userId']) ?? 0));
  const user = useUser();
  if (error) {
    return (
      <div className="wrap pt-10 md:pt-14">
        <ErrorState
          title="Couldn’t load this profile"
          headingLevel={1}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        >
          {failureTextOf(error)}
        </ErrorState>
      </div>
    );
  }
  if (!profile) {
    return (
      <div className="wrap pt-10 md:pt-14">
        <ProfileSkeleton />
      </div>
    );
  }
  const isOwn = user?.id === profile.id;
  return (
    <div className="wrap pt-10 md:pt-14">
      <ProfileCard
        profile={profile}
        headingLevel={1}
        actions={
          (isOwn || profile.storeId !== null) && (
            <>
              {profile.storeId !== null && (
                <ButtonLink variant={isOwn ? 'second' : 'primary'} to={`/sellers/${profile.storeId}`}>
                  Visit the store
                </ButtonLink>
              )}
              {isOwn && <ButtonLink to="/profile/edit">Edit profile</ButtonLink>}
            </>
          )
        }
        emptyBio={
          isOwn ? 'You haven’t written a bio yet.' : `${firstNameOf(profile)} hasn’t written a bio yet.`
        }
        art={
          <CoverArt
            subject={styleCoverSubject(profile.danceStyles[0] ?? 'Other')}
            shape="poster"
            sizes="(width < 56.25rem) 1px, 26rem"
          />
        }
      />
    </div>
  );
}

function firstNameOf(profile: PublicProfile): string {
  return profile.firstName.trim() || fullNameOf(profile);
}

/** The start of the bio, as search results show it. */
function describe(profile: PublicProfile, siteName: string): string {
  return (
    summaryOf(profile.bio) || [`${fullNameOf(profile)} on ${siteName}`, ...profile.danceStyles].join(', ')
  );
}
