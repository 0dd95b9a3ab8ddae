// What the product says about where a certificate stands: on its page, to strangers, in the passport and in mails. One
// sentence per state, so that no place says of a certificate what another one denies.
import { formatFullDay } from '#shared/dates.ts';
import {
  CERTIFICATE_STATUS_LABELS,
  publicStatus,
  type CertificateStatus,
  type PublicStatus,
} from './certificate.rules.ts';
import type { Certificate, Renewal, VerifiedCertificate } from './certificate.schema.ts';

/** The status, and whether a later cycle took over: “Expired, renewed”. */
export function statusLabel(status: CertificateStatus, isRenewed: boolean): string {
  const label = CERTIFICATE_STATUS_LABELS[status];
  return isRenewed ? `${label}, renewed` : label;
}

const PUBLIC_LABELS: Readonly<Record<PublicStatus, string>> = {
  valid: 'Valid',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** For employers, who don’t care whether it can still be renewed. */
export function passportLabel(status: CertificateStatus, isRenewed: boolean): string {
  const label = PUBLIC_LABELS[publicStatus(status)];
  return isRenewed ? `${label}, renewed` : label;
}

type Neighbors = Pick<Certificate, 'renews' | 'renewedAs'>;

/** “Renewed on November 10, 2029 as number RLV-8K2M-4T9Q.” Pages write the numbers as links, with the words around them. */
export function neighborText({ renews, renewedAs }: Neighbors): string {
  return [
    renews && `${RENEWS} ${renews.code}.`,
    renewedAs && `${renewedOn(renewedAs.issuedOn)} ${renewedAs.code}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const RENEWS = 'Renews number';
export const renewedOn = (day: string): string => `Renewed on ${formatFullDay(day)} as number`;

type Standing = Pick<Certificate, 'status' | 'expiresOn' | 'renewedAs'> & {
  /** For the holder, while there is something to renew. */
  renewal: Renewal | null;
};

/** For the holder, on the certificate’s page: until when, and what can be done. */
export function standingText({ status, expiresOn, renewedAs, renewal }: Standing): string {
  if (status === 'revoked') return 'It was revoked and can’t be renewed.';
  if (!expiresOn) return 'It never expires, so there is nothing to renew.';
  const day = formatFullDay(expiresOn);
  if (renewedAs) return status === 'expired' ? `It expired on ${day}.` : `This one stays valid until ${day}.`;
  if (status === 'expired') return `${expiredText(day, renewal)} If you still need it, write to us.`;
  if (status === 'grace') {
    const until = renewal?.lastDay ? ` until ${formatFullDay(renewal.lastDay)}` : '';
    return `It expired on ${day}. You can still renew it${until}. ${nextStepText(renewal)}`;
  }
  if (status === 'expiring') return `It expires on ${day}. ${nextStepText(renewal)}`;
  const opens = renewal ? `You can renew it from ${formatFullDay(renewal.opensOn)}. ` : '';
  return `${opens}It expires on ${day}.`;
}

function expiredText(day: string, renewal: Renewal | null): string {
  const { lastDay, endsOn } = renewal ?? {};
  return lastDay && lastDay !== endsOn
    ? `It expired on ${day}, and could be renewed until ${formatFullDay(lastDay)}.`
    : `It expired on ${day} and can’t be renewed anymore.`;
}

function nextStepText(renewal: Renewal | null): string {
  if (!renewal?.hours && !renewal?.course) return 'Your instructor or our staff renew this one by hand.';
  if (renewal.canRenew) return 'You can renew it now.';
  return renewal.hours && renewal.course
    ? 'You can renew as soon as one of these is done.'
    : 'You can renew as soon as this is done.';
}

/** What renewing it now means, before the holder says yes. */
export function renewalQuestion({ hours, course, newExpiresOn }: Renewal): string {
  const hasHours = hours !== null && hours.counted >= hours.needed;
  const takes =
    course?.isCompleted || !hasHours
      ? `You completed ${course?.title ?? 'what it takes'}.`
      : `It takes ${hours.needed} credit hours, and you have ${hours.counted}. Hours from before today won’t count for the next renewal.`;
  const until = newExpiresOn
    ? `You get a new certificate with a number of its own, valid until ${formatFullDay(newExpiresOn)}.`
    : 'You get a new certificate with a number of its own.';
  return `${takes} Renewing costs nothing more. ${until} The present one keeps its date and names the new one. You can’t undo this.`;
}

const NEXT_STATUS: Readonly<Record<PublicStatus, string>> = {
  valid: 'is valid today',
  expired: 'has expired, too',
  revoked: 'was revoked',
};

/** For strangers, about a certificate that is over. */
export function expiredForStrangers({
  course,
  renewedAs,
}: Pick<VerifiedCertificate, 'course' | 'renewedAs'>): string {
  const past = `${course} was real and was earned.`;
  if (!renewedAs) return `${past} It hasn’t been renewed, so today it isn’t valid.`;
  const { code, issuedAt, status } = renewedAs;
  return `${past} It was renewed on ${formatFullDay(issuedAt)}. Check the new number, ${code}: that one ${NEXT_STATUS[status]}.`;
}

/** In the subject of a reminder. */
export function timeLeftText(daysLeft: number): string {
  if (daysLeft <= 0) return 'today';
  return daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`;
}

/** The profile’s form at LinkedIn, filled in: https://addtoprofile.linkedin.com, “Add to Profile”. */
export function linkedInUrl(
  { course, code, issuedOn, expiresOn }: Pick<Certificate, 'course' | 'code' | 'issuedOn' | 'expiresOn'>,
  { siteName, verifyUrl }: { siteName: string; verifyUrl: string },
): string {
  const monthOf = (day: string) => String(Number(day.slice(5, 7)));
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course.title,
    organizationName: siteName,
    issueYear: issuedOn.slice(0, 4),
    issueMonth: monthOf(issuedOn),
    ...(expiresOn && { expirationYear: expiresOn.slice(0, 4), expirationMonth: monthOf(expiresOn) }),
    certUrl: verifyUrl,
    certId: code,
  });
  return `https://www.linkedin.com/profile/add?${fields.toString()}`;
}
