// Applications.
export default function Page() {
  return <h1>Applications</h1>;
}
