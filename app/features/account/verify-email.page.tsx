// Confirm your address.
export default function Page() {
  return <h1>Confirm your address</h1>;
}
