export default function WishlistPage() {
  return <h1 className="wrap t-l">Wish list</h1>;
}
