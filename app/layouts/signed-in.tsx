// The frame of pages for signed-in people. The server sends only the frame: what is private is fetched by the browser.
import { Outlet } from 'react-router';

export default function SignedInLayout() {
  return <Outlet />;
}
