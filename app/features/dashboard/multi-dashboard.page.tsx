// Dashboards.
export default function Page() {
  return <h1>Dashboards</h1>;
}
