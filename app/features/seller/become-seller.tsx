// For someone who opens a seller's page without a shop.
export function BecomeSeller() {
  return <h1 className="t-l t-l-tool">Sell your teaching material</h1>;
}
