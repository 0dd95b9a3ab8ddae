// My data.
export default function Page() {
  return <h1>My data</h1>;
}
