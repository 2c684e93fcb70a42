/** The random part of the ids of messages and faxes. */
const randomPart = /^[0-9a-z]{16}$/

/** The id of an item as 32 hexadecimal digits, those of the bytes after its prefix. */
export function hexOfId(id: string): string {
  return Buffer.from(id.slice(id.indexOf('_') + 1), 'latin1').toString('hex')
}

/**
 * The id with this prefix that a peer names: as webhooks and the paths of the service do, or by 32 hexadecimal digits;
 * undefined if there can be none.
 */
export function idNamed(prefix: string, name: string): string | undefined {
  if (name.startsWith(prefix) && randomPart.test(name.slice(prefix.length))) return name
  return idOfHex(prefix, name)
}

function idOfHex(prefix: string, hex: string): string | undefined {
  const text = Buffer.from(hex, 'hex').toString('latin1')
  return hex.length === 32 && randomPart.test(text) ? prefix + text : undefined
}
