// Roles.
export default function Page() {
  return <h1>Roles</h1>;
}
