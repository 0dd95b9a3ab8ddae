// Edit profile.
export default function Page() {
  return <h1>Edit profile</h1>;
}
