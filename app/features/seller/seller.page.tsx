export default function SellerPage() {
  return <h1 className="wrap t-l">Seller</h1>;
}
