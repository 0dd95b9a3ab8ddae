// Deployment.
export default function Page() {
  return <h1>Deployment</h1>;
}
