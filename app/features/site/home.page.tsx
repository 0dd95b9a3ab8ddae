import { useQuery } from '@tanstack/react-query';
import { versionQuery } from './version.api.ts';
export default function Page() {
  const v = useQuery(versionQuery());
  return <h1>home {v.data?.version}</h1>;
}
