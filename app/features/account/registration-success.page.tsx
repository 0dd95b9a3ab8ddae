// Registration success.
export default function Page() {
  return <h1>Registration success</h1>;
}
