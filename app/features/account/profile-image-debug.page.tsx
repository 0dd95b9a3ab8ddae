export default function Page() {
  return <h1>profile-image-debug</h1>;
}
