// User.
export default function Page() {
  return <h1>User</h1>;
}
