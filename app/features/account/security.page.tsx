// Security.
export default function Page() {
  return <h1>Security</h1>;
}
