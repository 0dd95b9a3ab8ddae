// My profile.
export default function Page() {
  return <h1>My profile</h1>;
}
