/**
 * Returns the base URL without trailing slashes, so that paths can be appended. Throws a TypeError for anything but an
 * absolute http or https URL without credentials, query and fragment.
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('baseUrl must be an absolute URL like "https://127.0.0.1:8443".')
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must not contain credentials; pass the key as an option.')
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError('baseUrl must not have a query or a fragment.')
  }
  return url.href.replace(/\/+$/, '')
}
