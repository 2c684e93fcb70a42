/** The UTF-8 bytes of a text in base64, with padding, and how many bytes there are. */
export function encodeText(text: string): { readonly data: string; readonly size: number } {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return { data: btoa(binary), size: bytes.length }
}
