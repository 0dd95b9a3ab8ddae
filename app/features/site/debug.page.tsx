export default function Page() {
  return <h1>debug</h1>;
}
