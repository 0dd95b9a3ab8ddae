// Users.
export default function Page() {
  return <h1>Users</h1>;
}
