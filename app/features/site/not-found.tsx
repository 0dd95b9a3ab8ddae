// Nothing at this address, and the way on.
import { Link } from 'react-router';
import { CoverArt } from './site-art.tsx';

export function NotFound() {
  return (
    <div className="wrap section grid items-center gap-10 md:grid-cols-[7fr_5fr]">
      <div>
        <h1 className="t-l">There is nothing at this address</h1>
        <p className="lead mt-5 max-w-measure">
          The page may have moved, or the address may have a slip in it.
        </p>
        <p className="mt-8">
          <Link className="btn btn-primary" to="/">
            Go to the front page
          </Link>
        </p>
      </div>
      <CoverArt
        className="max-w-80 border-b border-ink md:ml-auto"
        subject="site-empty"
        shape="square"
        sizes="20rem"
      />
    </div>
  );
}
