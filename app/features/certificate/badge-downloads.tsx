// Downloads of a certificate's Open Badge, for a page that shows the certificate.
import Download from 'icon:download';
import { buttonClass } from '#app/components/ui/button.tsx';
import { badgeUrl } from './badge.api.ts';

/** Revoked certificates have no badge. */
export function BadgeDownloads({ certificateId }: { certificateId: number }) {
  return (
    <section className="mt-8" aria-labelledby="badge">
      <h2 className="t-s" id="badge">
        Badge
      </h2>
      <p className="meta mt-2">
        An Open Badge is your certificate as a signed file: add it to a badge wallet or an online profile, and
        anyone can check that it’s real.
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <a className={buttonClass()} href={badgeUrl(certificateId, 'png')} download>
          <Download className="icon" aria-hidden="true" /> Download badge (PNG)
        </a>
        <a className={buttonClass()} href={badgeUrl(certificateId, 'json')} download>
          <Download className="icon" aria-hidden="true" /> Download badge (JSON)
        </a>
      </p>
    </section>
  );
}
