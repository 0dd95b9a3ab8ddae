export default function Page() {
  return <h1>debug-ui</h1>;
}
