export default function ResourcePage() {
  return <h1 className="wrap t-l">Resource</h1>;
}
