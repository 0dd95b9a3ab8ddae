// Creates or edits a bundle: items and their order, price and state.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams, type MetaArgs } from 'react-router';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { managementScopeOf, managedBundleQuery, HOME } from './bundle-management.api.ts';
import { BundleForm } from './bundle-form.tsx';
import { parseId } from '#shared/ids.ts';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bundle',
    description: 'Edit your bundle.',
    path: location.pathname,
    isHidden: true,
  });
}

export default function BundleEditPage() {
  const scope = managementScopeOf(useLocation().pathname);
  const { id: given = '' } = useParams();
  const isNew = given === 'new';
  const id = parseId(given);
  const query = useQuery({ ...managedBundleQuery(scope, id ?? 0), enabled: id !== null });
  const isMissing =
    (!isNew && id === null) || (query.error instanceof ApiError && query.error.status === 404);
  return (
    <StaffPage
      title={isNew ? 'New bundle' : isMissing ? 'Bundle not found' : (query.data?.title ?? 'Bundle')}
      tabs={
        <Link className="link" to={HOME[scope]}>
          All bundles
        </Link>
      }
    >
      {isNew ? (
        <BundleForm key="new" scope={scope} bundle={null} />
      ) : isMissing ? (
        <p className="mt-8">It may have been deleted, or it belongs to someone else.</p>
      ) : (
        <QueryView query={query} what="this bundle" skeleton={<ListSkeleton label="Loading the bundle" />}>
          {(bundle) => <BundleForm key={bundle.id} scope={scope} bundle={bundle} />}
        </QueryView>
      )}
    </StaffPage>
  );
}
