import type { Credentials } from './provider-api.js'

/** Returns the name and the password of `Authorization: Basic …`; undefined for any other header. */
export function basicCredentials(authorization: string): Credentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const mark = text.indexOf(':')
  return mark < 0 ? undefined : { name: text.slice(0, mark), secret: text.slice(mark + 1) }
}
