// Forgotten password.
export default function Page() {
  return <h1>Forgotten password</h1>;
}
