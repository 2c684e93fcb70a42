/** The JSON Pointer (RFC 6901) to a member of what `pointer` points to. */
export function appendPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
