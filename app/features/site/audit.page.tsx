// Audit log.
export default function Page() {
  return <h1>Audit log</h1>;
}
