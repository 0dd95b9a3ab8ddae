// Mail.
export default function Page() {
  return <h1>Mail</h1>;
}
