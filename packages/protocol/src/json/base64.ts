/** Decodes base64 text to bytes. Throws the error of `atob` for any other text. */
export function bytesFromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  // A loop, because `Uint8Array.from` with a function takes thirty times as long.
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
