import { loginBody } from '#shared/features/account/account.schema.ts';
export default function Page() {
  return <h1>auth {String(loginBody.safeParse({}).success)}</h1>;
}
