// Staff dashboard.
export default function Page() {
  return <h1>Staff dashboard</h1>;
}
