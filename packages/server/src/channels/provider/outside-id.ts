/** The random part of the ids of messages and faxes. */
const randomPart = /^[0-9a-z]{16}$/

/** Returns the id of an item as 32 hexadecimal digits: the bytes after its prefix. */
export function hexOfId(id: string): string {
  return Buffer.from(id.slice(id.indexOf('_') + 1), 'latin1').toString('hex')
}

/**
 * Returns the id with this prefix that a peer names: as in webhooks and the paths of the service, or as 32 hexadecimal
 * digits; undefined for an invalid name.
 */
export function idNamed(prefix: string, name: string): string | undefined {
  if (name.startsWith(prefix) && randomPart.test(name.slice(prefix.length))) return name
  return idOfHex(prefix, name)
}

function idOfHex(prefix: string, hex: string): string | undefined {
  const text = Buffer.from(hex, 'hex').toString('latin1')
  return hex.length === 32 && randomPart.test(text) ? prefix + text : undefined
}
